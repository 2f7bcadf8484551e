"""The scenes of the look book, chapter by chapter, played through the bot."""

from bot.practice.scenes.asking import ASKING, HELP
from bot.practice.scenes.away import AWAY
from bot.practice.scenes.between import BETWEEN
from bot.practice.scenes.called import CALLED
from bot.practice.scenes.coming import COMING, SAVED
from bot.practice.scenes.preparing import CREATURES, DOCTOR
from bot.practice.scenes.stage import Chapter
from bot.practice.scenes.steps import STEPS
from bot.practice.scenes.telling import TELLING
from bot.practice.scenes.whole import WHOLE
from bot.practice.scenes.words import WORDS

CHAPTERS: tuple[Chapter, ...] = (
    WHOLE,
    CALLED,
    BETWEEN,
    STEPS,
    WORDS,
    ASKING,
    HELP,
    DOCTOR,
    CREATURES,
    COMING,
    SAVED,
    AWAY,
    TELLING,
)
"""In the order of the book."""
