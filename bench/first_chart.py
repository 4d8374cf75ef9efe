"""What a newcomer does first: import the package and draw a chart."""
from wrestling_nb.core.exact import exact
from wrestling_nb.core.games import game
from wrestling_nb.lucha_wars.components import between
from wrestling_nb.shows.chart import chart

lucha = game('lucha_wars')


def damage():
    "What a Signature Move does, from the engine."
    start = between('Trueno Azul', 'La Centella')
    odds = exact(lucha, start, 'signature_move', 0, policy=None)
    health = odds.of(lambda outcome: outcome[1].side[1].health)
    return [{'health': left, 'chance': chance} for left, chance in sorted(health.items())]


drawn = chart('What does a Signature Move leave?', damage, x='health', y='chance', game=lucha)
assert '<svg' in str(drawn._repr_mimebundle_())
