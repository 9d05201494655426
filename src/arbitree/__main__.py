"""`python -m arbitree`: the command line."""

from arbitree.cli import main

if __name__ == "__main__":
    main()
