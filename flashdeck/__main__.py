"""`python -m flashdeck` is the command `flashdeck`."""

from flashdeck.cli import main

if __name__ == "__main__":
    main()
