"""The dice game Pig as OpenSpiel has it: roll or stop, a 1 costs the turn, and a sum counts once it was banked."""
from dataclasses import dataclass

from wrestling_nb.core.dice import Die
from wrestling_nb.core.rules import Rules


@dataclass(frozen=True)
class Hog:
    score: int = 0


@dataclass(frozen=True)
class Trough:
    side: tuple = (Hog(), Hog())
    total: int = 0


pig = Rules('pig', 'Pig', Trough, types=(Hog,))
pig.number('goal', 20)
pig.number('die', Die({face: 1 for face in range(1, 7)}))


@pig.rule('pig.turn')
async def turn(g, who):
    return g.then.go_on(who)


@pig.rule('pig.go-on')
async def go_on(g, who):
    if await g.choose(who, 'roll', 'stop') == 'stop':
        await g.gain(who, 'score', g.total)
        await g.set('total', to=0)
        if g.side[who].score >= g.goal:
            await g.over(who)
        return g.then.turn(1 - who)
    face = await g.roll(g.die)
    if face == 1:
        await g.set('total', to=0)
        return g.then.turn(1 - who)
    await g.set('total', to=g.total + face)
    return g.then.go_on(who)


def every_score(goal):
    "Every position in which a turn begins."
    return [Trough((Hog(red), Hog(blue))) for red in range(goal) for blue in range(goal)]
