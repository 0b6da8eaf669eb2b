"""The searching player: candidates first, then rounds of playing on from each, ever fewer of them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.kernel import Decision, Game, View, determinise
from sandtable.players.search.budget import Budget, Meter
from sandtable.players.search.thoughts import Candidate, Thoughts
from sandtable.players.search.ways import Way, ways_of

FAIR = 6
"""How many times each candidate is played on from before any is given up."""
MOST = 12
CAUTION = 0.7
TURNS = 1
LEAST = 0
LONGEST = 400
DROP = 2.0


class Arm:
    def __init__(self, option: str, way: int) -> None:
        self.option = option
        self.way = way
        self.raw: list[tuple[float, float | None]] = []
        self.rounds: list[int] = []


class Intent(msgspec.Struct, frozen=True):
    way: int
    rolls: int
    below: bytes


class SearchPlayer:
    def __init__(self, seed: int, budget: Budget, **opts: Any) -> None:
        self._rng = random.Random(seed)
        self._budget = budget
        self.intent: Intent | None = None
        self.o = dict(fair=FAIR, most=MOST, caution=CAUTION, turns=TURNS, least=LEAST, drop=DROP, alternatives=True, follow=True) | opts
        self.log: list[Any] = []

    def choose(self, view: View, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0].id
        way = self._followed(view)
        if way is not None:
            option = way.choose_view(view, decision)
            if option is not None: return option
        arm, thoughts, scripted = self._search(view, decision)
        if scripted and self.o["follow"]:
            self.intent = Intent(arm.way, view.state.rolls, _below(view))
        return arm.option

    def _followed(self, view):
        i = self.intent
        if i is None or i.rolls != view.state.rolls: return None
        codec=view.title.codec
        n = i.below[0]
        if _prefix(view, n) != i.below: return None
        return _Follow(view.title.playbook[i.way](self._rng.getrandbits(32)))

    def _search(self, view: View, decision: Decision):
        meter = Meter(self._budget)
        rng = self._rng
        ways = ways_of(view.title, rng, meter)
        scripted = len(view.title.playbook) > 0
        self.ways, self.meter, self.view = ways, meter, view
        world = determinise(view, rng)
        own = next(d for d in world.decisions if d.side == view.side)
        arms: list[Arm] = []
        seen=set()
        n = len(decision.options)
        if scripted:
            for k, way in enumerate(ways):
                arms.append(Arm(way.choose(world, own), k)); seen.add(arms[-1].option)
        others = [o for o in decision.ids if o not in seen]
        # first playout to learn the cost
        if not arms:
            order = self._ordered(world, own, others, view.side)
            arms = [Arm(o, 0) for o in order]
        elif self.o["alternatives"]:
            arms += [Arm(o, 0) for o in self._ordered(world, own, others, view.side)]
        before = meter.share
        world = determinise(view, rng)
        self._try(world, arms[0], 0, view.side)
        cost = max(meter.share - before, 1e-9)
        k = int((1 - meter.share) / cost / self.o["fair"])
        arms = arms[: max(2, min(k, self.o["most"], len(arms)))]
        for arm in arms[1:]:
            self._try(world, arm, 0, view.side)
        alive = list(arms); r = 1
        stages = max(1, math.ceil(math.log2(len(arms))))
        for stage in range(stages):
            limit = meter.share + (1 - meter.share) / (stages - stage)
            while meter.share < limit:
                world = determinise(view, rng)
                for arm in alive: self._try(world, arm, r, view.side)
                r += 1
                if r >= self.o["fair"]:
                    alive = self._undropped(alive)
                    if len(alive) == 1: break
            if len(alive) == 1: break
            w = self._worths(arms)
            alive.sort(key=lambda a: (-w[a][1], arms.index(a)))
            alive = alive[: max(1, math.ceil(len(alive) / 2))] if stage < stages-1 else alive
            if arms[0] not in alive and scripted: alive.append(arms[0])
        w = self._worths(arms)
        best = max(alive, key=lambda a: w[a][1])
        if scripted and best is not arms[0]:
            z = self._z(best, arms[0])
            if z < self.o["caution"]: best = arms[0]
        self.log.append((decision.prompt, n, len(arms), r, meter.nodes, meter.seconds, best is not arms[0], best.way, best.option!=arms[0].option))
        return best, None, scripted

    def _ordered(self, world, own, options, side):
        rng=self._rng
        if len(options) > 40: options = rng.sample(options, 40)
        vals=[]
        for o in options:
            b = world.fork(); b.state.seed = rng.getrandbits(63); b.choose(o, side); self.meter.spend()
            k=0
            while b.decisions and k<6:
                d=b.decisions[0]
                if d.side!=side or not d.continues: break
                b.choose(self.ways[0].choose(b,d), side); self.meter.spend(); k+=1
            vals.append((-float(b.title.evaluate(b.state,b.content,side)), rng.random(), o))
        vals.sort()
        return [o for _,_,o in vals]

    def _try(self, world, arm, r, side):
        game = world.fork()
        game.choose(arm.option, side)
        self.meter.spend()
        title=game.title
        own=self.ways[arm.way]; other=self.ways[0]
        until = title.turn(game.state) + self.o["turns"]
        steps=0
        while game.decisions and steps<LONGEST and (title.turn(game.state) < until or steps < self.o["least"]):
            d = game.decisions[0]
            if len(d.options)==1: o=d.options[0].id
            else: o=(own if d.side==side else other).choose(game,d)
            game.choose(o,d.side); self.meter.spend(); steps+=1
            game.events.clear()
        st=game.state; res=None
        if st.result is not None:
            res = 1.0 if st.result.winner==side else .5 if st.result.winner is None else 0.0
            st.result=None
        arm.raw.append((float(title.evaluate(st,game.content,side)),res)); arm.rounds.append(r)

    def _scale(self, arms):
        vs=sorted(v for a in arms for v,_ in a.raw)
        c=vs[len(vs)//2]; m=sum(vs)/len(vs); s=math.sqrt(sum((v-m)**2 for v in vs)/len(vs)) or 1.0
        return c,s
    def _w(self, raw, c, s):
        p=.5+.5*math.tanh((raw[0]-c)/(2*s))
        return p if raw[1] is None else .5*p+.5*raw[1]
    def _worths(self, arms):
        self.c,self.s=self._scale(arms)
        return {a:(a,sum(self._w(x,self.c,self.s) for x in a.raw)/len(a.raw)) for a in arms}
    def _z(self,a,b):
        rb=dict(zip(b.rounds,b.raw))
        d=[self._w(x,self.c,self.s)-self._w(rb[r],self.c,self.s) for r,x in zip(a.rounds,a.raw) if r in rb]
        m=sum(d)/len(d); v=sum((x-m)**2 for x in d)/max(1,len(d)-1)
        return m/(math.sqrt(v/len(d))+1e-6) 
    def _undropped(self,alive):
        w=self._worths(alive); best=max(alive,key=lambda a:w[a][1])
        return [a for a in alive if a is best or self._z(best,a)<self.o["drop"]]

class _Follow:
    def __init__(self,p): self.p=p
    def choose_view(self,v,d): return self.p.choose(v,d)

def _prefix(view,n):
    return bytes([n])+view.title.codec._plain.encode(view.state.stack[:n])
def _below(view):
    return _prefix(view,max(0,len(view.state.stack)-1))
