"""The question of a command of the lab, with errors that name options of the command."""

from bankcraps.cli.options import QuestionArgs
from bankcraps.errors import BankcrapsError
from bankcraps.question import NoLengthError, Question, ask

__all__ = ["question_of"]


def question_of(system: str, asked: QuestionArgs) -> Question:
    """Build the question from a command's options.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    try:
        return ask(system=system, **asked)
    except NoLengthError:
        raise BankcrapsError(
            "say how long the session is with one of --throws N, --decisions N, --shooters N, "
            "--until-settled or --goal DOLLARS"
        ) from None
