"""A person at the page who plays cards without much thought: used wherever a match of a card game is played to its end."""


def decide(play, picks):
    "Press one of the cards or options that are open on a match (`play`, its place on the page); `picks` is a `random.Random`."
    cards = play.locator('.cardopts .card:not([aria-disabled])')
    options = play.locator('.opt:not([aria-disabled])')
    number = picks.randrange(cards.count() + options.count())
    if number >= cards.count():
        options.nth(number - cards.count()).click()
        return
    card = cards.nth(number)
    is_picked_first = card.get_attribute('aria-pressed') is not None
    card.click()
    if is_picked_first:
        play.locator('[data-k="playcards"]').click()
