"""What the log tells of a person's learning: figures, pure, of all answers and of where the cards stand now."""

from flashdeck.stats.figures import Figures, as_json, figures

__all__ = ["Figures", "as_json", "figures"]
