"""Why something was not accepted: one sentence of what, one of what to do. Never a code, never a stack."""

from __future__ import annotations

from bot.narration.words import Names, count, escape, listed, sentence
from rules import CATALOGUE, Encounter, Refusal

_PLAIN: dict[str, str] = {
    "encounter-over": "This fight is over. Start a new one with `/encounter begin`.",
    "unknown-combatant": "There is nobody of that name in this fight. Pick a name from the list as you type.",
    "id-taken": "That creature is in the fight already. `/combatant list` shows who is here.",
    "with-itself": "A creature cannot be in melee with itself. Pick two different creatures.",
    "already-gm": "That is a GM of this fight already. `/encounter status` shows who is.",
    "not-a-gm": "That is no GM of this fight. `/encounter status` shows who is.",
    "last-gm": "A fight needs a GM. Hand it over with `/encounter gm hand-over`, or end it with `/encounter end`.",
    "nobody-to-declare": "Nobody who could act is in this fight. Bring in players with `/join` and foes with "
    "`/combatant add`, then open the round.",
    "no-round-open": "No round is open for declarations. The GM opens one with `/round open`.",
    "already-closed": "Declarations for this round are closed already.",
    "not-resolving": "Nothing is being called right now: that is for the time after declarations close.",
    "nothing-asked": "There is nothing to judge right now: that blow has been decided, or was never in question.",
    "no-such-activity": "That activity is not on this round's timeline any more. `/encounter status` shows what is.",
    "only-in-phases": "That belongs to the ruleset Declare Actions. This fight is played by segments: leave it out.",
    "surprised-later": "Surprise is for the first round, before declarations close.",
    "mark-not-yours": "What goes first or last is said by the ability, or by the GM. Leave the mark out.",
    "step-first": "A step comes after the action, not before it. Put it after.",
    "not-minor": "That is not an ability that can be used as a minor action. Use it as the major action instead.",
    "may-not-announce": "At this table what is not a spell is only written, not announced. Declare it without announcing.",
    "hold-unclear": "Say what you hold for: a segment from 1 to 10, one thing that triggers it, or, for a melee attack, "
    "whoever comes into melee.",
    "spell-needs-segment": "A spell can be held for a named segment only. Give the segment.",
    "spell-too-long": "Spells of ten segments and more are not cast at this table. `/encounter status` shows the round.",
    "spell-for-spell": "A spell not yet begun can be dropped for another deed, not swapped for a spell or put off.",
    "not-redirected": "Nothing there can be turned on somebody else: its target still stands.",
    "not-together": "Only activities of two or more creatures that end on the same segment can be simultaneous.",
    "only-round-one": "Surprise is for round 1, before declarations close.",
    "no-grace": "No grace time is running. `/encounter status` shows where the round stands.",
    "no-such-effect": "There is no effect of that name in this fight.",
    "no-such-pin": "Nothing like that is pinned any more. `/event list` shows what is.",
    "needs-duration": "How long does it last? Give rounds, or segments.",
    "not-in-this-ruleset": "The rules of this fight do not know that.",
    "aim-without-shot": "Aiming goes with a shot. Choose *Shoot or throw* as the action, or leave aiming out.",
}

_NEEDS: dict[str, str] = {
    "needs-target": "At whom? Pick a target.",
    "needs-aim": "At whom or where? Pick a target, or describe the place.",
    "needs-at": "On what? Say in a few words what it is.",
    "needs-weapon": "With which weapon? Pick one, or name it.",
    "needs-name": "Which one? Give its name.",
    "needs-segments": "How long does it take? Give its time in segments.",
    "needs-feet": "How far? Give the distance in feet.",
    "needs-note": "Say in a few words what exactly.",
}


def action_name(key: str) -> str:
    """What an action is called at the table."""
    for table in CATALOGUE.values():
        if key in table:
            return table[key].name
    return key


def refusal(refused: Refusal, encounter: Encounter, names: Names) -> str:
    """The refusal as a player reads it."""
    if refused.code in _PLAIN:
        return _PLAIN[refused.code]
    if refused.code in _NEEDS:
        return f"**{action_name(refused.action)}** needs more: {_NEEDS[refused.code]}"
    who, target, text = names[refused.who], names[refused.target], escape(refused.text)
    number = refused.number or 0
    # Not every number is a beat, and only the one of what was called is.
    beat = names.when(number) if refused.code in ("already-called", "beat-over") else ""
    texts = {**_of_fight(who, target, text, number), **_of_round(who, text, number, refused.action, beat)}
    if refused.code in texts:
        return texts[refused.code]
    return _of_declaration(refused, encounter, names, number)


def _of_fight(who: str, target: str, text: str, number: int) -> dict[str, str]:
    return {
        "name-taken": f"Somebody here is called {text} already, and two of one name could not be told apart. "
        "Choose another name, or rename one of them with `/combatant edit`.",
        "too-many-gms": f"A fight has at most {count(number, 'GM')}. Remove one first.",
        "too-many-combatants": f"A fight holds at most {count(number, 'creature')}. Remove some with `/combatant remove`.",
        "already-engaged": f"{who} and {target} are in melee already.",
        "not-engaged": f"{who} and {target} are not in melee. `/combatant list` shows who is.",
        "not-hidden": f"{who} is not hidden.",
        "already-down": f"{who} is down already.",
        "not-down": f"{who} is not down.",
    }


def _of_round(who: str, text: str, number: int, action: str, beat: str) -> dict[str, str]:
    return {
        "round-under-way": f"Round {number} is still under way. Finish it first; `/encounter status` shows what it "
        "waits for.",
        "wrong-round": f"That was for round {number}, which is not open. Use the newest panel, or `/declare`.",
        "already-called": f"{sentence(beat)} has been called already. Use the newest button.",
        "waiting-for-gm": f"The round waits for the GM's word about {who}. `/encounter status` shows the question.",
        "activity-over": f"{who} is done with that: {action_name(action).lower()} has ended.",
        "no-delay": f"{who} has no Delay to pardon.",
        "already-delayed": f"{who} has a Delay this round already.",
        "not-in-this-round": f"{who} came in during this round and declares from round {number} on.",
        "is-down": f"{who} is down and cannot act. The GM says when that changes.",
        "not-declared": f"{who} has nothing sealed. Declare with the panel or `/declare`.",
        "already-declared": f"Declarations are closed, and {who} has declared. What is sealed stands.",
        "nothing-held": f"{who} holds nothing that could be triggered now.",
        "nothing-to-change": f"{who} has no major action left to change. Without a declaration, use `/declare`.",
        "not-waivable": f"{text} is not a limit that can be waived.",
        "effect-over": f"{text} is over already.",
        "round-over": f"Round {number} is over. Pin it to the round under way, or to the next.",
        "round-too-far": f"Round {number} is the last that something can be pinned to now: the one under way or the "
        "next.",
        "beat-over": f"{sentence(beat)} of this round has been called already. Pin it to a later one, or to the next "
        "round.",
        "no-such-beat": f"A round has no such place: it ends with the {number}th. Pick one from the list.",
        "too-many-pins": f"At most {number} events can be pinned at once. `/event remove` takes one away.",
        "too-many-effects": f"A fight holds at most {number} effects. End some of them.",
        "not-moving": f"{who} is not on the move.",
        "not-casting": f"{who} is not casting a spell, so nothing is disturbed.",
        "unknown-action": f"“{text}” is not an action I know. Pick one from the list, or *Something else* and "
        "describe it.",
        "unknown-weapon": f"{who} has no weapon called “{text}”. Pick one from the list; `/combatant edit` adds one.",
        "not-a-missile": f"“{text}” cannot be shot or thrown. Pick a missile weapon, or a melee attack.",
        "not-for-melee": f"“{text}” is for shooting. Pick a weapon for melee, or *Shoot or throw*.",
        "never-declared": f"{text} is immediate: it is not declared. When what triggers it comes about, tell the GM, who "
        "sets it off at once.",
        "target-unknown": f"{who} sees nobody like that here. Pick a target from the list, or describe the place.",
    }


def _of_steps(who: str, target: str, action: str, number: int) -> dict[str, str]:
    """What only a fight by lettered steps refuses."""
    return {
        "waiting-for-player": f"The round waits for {who}, or the GM in that place, to name a target, or to choose an action.",
        "turn-passed": f"{action} comes too late: its step is over, in HIGH and in LOW. Choose something later.",
        "is-surprised": f"{who} is surprised and takes no action this round.",
        "charge-into-melee": f"{target} is in melee already and cannot be charged. Move up, and attack next round.",
        "routines-of-what": f"{action} has no attack routines. Several are for melee and missiles.",
        "must-declare": f"{action} must be declared before the round. Choose something that need not be.",
        "spell-comes-first": f"A spell begins before anything else. Put {action.lower()} after it.",
        "takes-the-round": f"{action} takes the whole round: nothing fits beside it but dropping something or a shout.",
        "step-too-far": f"Beside an action one moves {number} ft at most. *Move* as the action goes further.",
        "step-from-melee": f"{who} began the round in melee and cannot step away beside an action. *Move*, or flee.",
        "only-a-step-left": f"Giving up a spell leaves {who} {number} ft of movement this round and nothing else.",
        "not-complex": f"{who} is at nothing that takes the whole round.",
        "not-your-turn": f"Nobody waits for {who} to choose right now.",
        "nothing-to-aim": f"{who} has nothing that still wants a target.",
    }


def _of_declaration(refused: Refusal, encounter: Encounter, names: Names, number: int) -> str:
    who, target, action = names[refused.who], names[refused.target], action_name(refused.action)
    foes = [names[f] for f in encounter.engaged_with(refused.who or "") if names.combatant(f)]
    near = f"In melee with {who}: {listed(foes)}." if foes else f"Nobody is in melee with {who}."
    texts = {
        "not-a-major": f"{action} is a minor action. Choose a major action, and add this one to it.",
        "not-a-minor": f"{action} is a major action, and there is one of those in a round.",
        "time-not-yours": f"{action} has a set time. Leave the segments out; the GM can change it.",
        "cannot-move": f"{who} cannot move: the speed is 0. `/combatant edit` changes it.",
        "further-than-a-round": f"That is too far for one round: {who} gets at most {number} ft. Choose less.",
        "target-down": f"{target} is down already. {near}",
        "target-itself": f"{who} cannot attack {who}. Pick somebody else.",
        "not-in-melee": f"{who} is not in melee with {target}. {near} Charge {target} if it is more than 10 ft away, "
        "shoot, or move up now and attack next round.",
        "enters-melee": f"Moving into melee leaves no attack this round, unless it is a charge. Charge {target}, or "
        "move now and attack next round.",
        "leaves-melee": f"Moving away first takes {who} out of melee with {target}. Attack without moving first, or "
        "move and do something else.",
        "charge-from-melee": f"{who} is in melee and cannot charge. {near} Attack there, or move away first.",
        "charge-too-close": f"{target} is too close to charge: it must be more than 10 ft away. Move up now and attack "
        "next round.",
        "charge-too-soon": f"{who} has charged within the last ten rounds. The next charge is possible in round "
        f"{number}.",
        "shot-in-melee": f"{who} is in melee with {target} and can shoot at nobody else.",
        "minor-twice": f"{action} is possible once a round. Take it out once.",
        "inside-major": f"{action} cannot be done in the middle of the action. Put it before or after.",
        "inside-shot": f"Both hands are busy with the shot. Put {action.lower()} before or after it.",
        "moves-twice": "One can move before the action or after it, not both. Choose one.",
        "no-room-after-carried": f"What {who} carries over from last round fills this one. Continue it, or abandon it "
        "and declare anew.",
        "nothing-carried": f"{who} carries nothing over from last round. Declare as usual.",
        "delays-a-spell": f"{action} would push back a spell, and that is not possible. Do it after the spell.",
        **_of_steps(who, target, action, number),
    }
    return texts[refused.code]
