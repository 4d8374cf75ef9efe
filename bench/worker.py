"""A worker answers requests, one JSON object a line: {"work": name, "round": number} -> {"rate": …, "answer": …} or {"error": …}.

`rate` is units of work per second of this process's own CPU time, so that other programs on the machine disturb little.
`answer` is what was worked out; run.py compares it between ours and the peers.
"""
import json
import sys
import time


def measured(make, seconds=0.25, least=3):
    "Call `make(number)`, which returns how many units it did, until the time is up: units per CPU second."
    number = units = 0
    began = time.process_time()
    while number < least or time.process_time() - began < seconds:
        units += make(number)
        number += 1
    return units / (time.process_time() - began)


def serve(works):
    "Answer requests until the input ends; `works` maps a name to a function of the round."
    replies = sys.stdout
    sys.stdout = sys.stderr
    for line in sys.stdin:
        request = json.loads(line)
        try:
            rate, answer = works[request['work']](request['round'])
            reply = {'rate': rate, 'answer': answer}
        except Exception as error:
            reply = {'error': f'{type(error).__name__}: {error}'}
        replies.write(json.dumps(reply) + '\n')
        replies.flush()
