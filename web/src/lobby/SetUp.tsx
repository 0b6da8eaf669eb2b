/** The sheet on which a game is set up: scenario, seats, optional rules, seed. */
import { type Signal, useSignal } from "@preact/signals";
import { Modal } from "../common/Modal";
import { printed } from "../common/Rule";
import { t, tOr } from "../i18n";
import * as api from "../net/api";
import type { Mode, Named, ScenarioCard, SeatPlan, TitleCard } from "../protocol";
import { MadeToOrder } from "./MadeToOrder";
import { CLOCKS, firstPlan, invites, isSeed, type Plan, usualBot } from "./plan";

interface Props {
  title: TitleCard;
  close: () => void;
  begin: (plan: Plan) => void;
}

export function SetUp({ title, close, begin }: Props) {
  const [first] = title.scenarios;
  if (first === undefined) return null;
  return <Form title={title} close={close} begin={begin} plan={useSignal(firstPlan(title, first))} />;
}

function Form({ title, close, begin, plan }: Props & { plan: Signal<Plan> }) {
  const change = (part: Partial<Plan>) => {
    plan.value = { ...plan.value, ...part };
  };
  const making = useSignal(false);
  const { scenario, seats, switches, seed, name, hints, clock } = plan.value;
  const submit = (event: Event) => {
    event.preventDefault();
    if (isSeed(seed) && !making.value) begin(plan.value);
  };
  return (
    <Modal title={title.name} close={close} name="set-up">
      <form onSubmit={submit}>
        <fieldset class="scenarios">
          <legend>{t("start.scenarios")}</legend>
          {title.scenarios.map((one) => (
            <label key={one.id} class={one.id === scenario.id ? "scenario chosen" : "scenario"}>
              <input
                type="radio"
                name="scenario"
                checked={one.id === scenario.id}
                onInput={() => {
                  making.value = false;
                  plan.value = { ...firstPlan(title, one), seed, name, clock };
                }}
              />
              <img src={api.picture(title.id, one.id)} alt="" loading="lazy" />
              <span>
                <b>{one.name}</b>
                <small>{t("start.turns", { n: one.turns })}</small>
                <span>{one.description}</span>
              </span>
            </label>
          ))}
          <MadeToOrder
            title={title}
            chosen={scenario.id}
            making={making}
            choose={(card) => {
              plan.value = { ...firstPlan(title, card), seed, name, clock };
            }}
          />
        </fieldset>
        <fieldset class="seats">
          <legend>{t("start.sides")}</legend>
          {scenario.sides.map((side) => (
            <Seat
              key={side.id}
              side={side}
              title={title}
              plan={seats[side.id] ?? { mode: "bot" }}
              change={(seat) => change({ seats: { ...seats, [side.id]: seat } })}
            />
          ))}
        </fieldset>
        {invites(seats) && (
          <label class="switch hints">
            <input
              type="checkbox"
              role="switch"
              aria-checked={hints}
              checked={hints}
              onInput={(event) => change({ hints: event.currentTarget.checked })}
            />
            <span>{t("start.hints")}</span>
          </label>
        )}
        <Rules scenario={scenario} chosen={switches} choose={(next) => change({ switches: next })} />
        <details class="more">
          <summary>{t("start.more")}</summary>
          <label>
            {t("start.name")}
            <input
              name="name"
              value={name}
              maxLength={80}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          </label>
          <label>
            {t("clock.title")}
            <select
              name="clock"
              value={clock === null ? -1 : CLOCKS.indexOf(clock)}
              onInput={(event) => change({ clock: CLOCKS[Number(event.currentTarget.value)] ?? null })}
            >
              <option value={-1}>{t("clock.none")}</option>
              {CLOCKS.map((one, place) => (
                <option key={place} value={place}>
                  {t(`clock.${one.kind}`, { n: one.amount })}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t("start.seed")}
            <input
              value={seed}
              inputMode="numeric"
              aria-invalid={!isSeed(seed)}
              onInput={(event) => change({ seed: event.currentTarget.value })}
            />
          </label>
          <p class="muted">{t(isSeed(seed) ? "start.seed.note" : "start.seed.bad")}</p>
        </details>
        <div class="choices">
          <button type="submit" class="primary large" disabled={!isSeed(seed) || making.value}>
            {t("start.begin")}
          </button>
        </div>
      </form>
    </Modal>
  );
}

interface SeatingProps {
  title: TitleCard;
  scenario: ScenarioCard;
  close: () => void;
  begin: (seats: Record<string, SeatPlan>) => void;
}

/** Who goes on with a saved game. */
export function Seating({ title, scenario, close, begin }: SeatingProps) {
  const seats = useSignal(firstPlan(title, scenario).seats);
  return (
    <Modal title={scenario.name} close={close} name="set-up">
      <fieldset class="seats">
        <legend>{t("start.sides")}</legend>
        {scenario.sides.map((side) => (
          <Seat
            key={side.id}
            side={side}
            title={title}
            modes={MODES.slice(0, 2)}
            plan={seats.value[side.id] ?? { mode: "human" }}
            change={(seat) => {
              seats.value = { ...seats.value, [side.id]: seat };
            }}
          />
        ))}
      </fieldset>
      <button type="button" class="primary large" onClick={() => begin(seats.value)}>
        {t("start.resume")}
      </button>
    </Modal>
  );
}

const MODES: [Mode, "start.seat.me" | "start.seat.bot" | "start.seat.open"][] = [
  ["human", "start.seat.me"],
  ["bot", "start.seat.bot"],
  ["open", "start.seat.open"],
];

interface SeatProps {
  side: Named;
  title: TitleCard;
  plan: SeatPlan;
  modes?: typeof MODES;
  change: (seat: SeatPlan) => void;
}

function Seat({ side, title, plan, change, modes = MODES }: SeatProps) {
  const bot = plan.bot ?? usualBot(title);
  return (
    <div class="seat" role="radiogroup" aria-label={side.name}>
      <b>{side.name}</b>
      <span class="modes">
        {modes.map(([mode, key]) => (
          <button
            key={mode}
            type="button"
            role="radio"
            aria-checked={plan.mode === mode}
            data-seat={`${side.id}-${mode}`}
            onClick={() => change({ mode, bot })}
          >
            {t(key)}
          </button>
        ))}
      </span>
      {plan.mode === "bot" && (
        <select
          aria-label={t("start.level")}
          value={bot}
          onInput={(event) => change({ mode: "bot", bot: event.currentTarget.value })}
        >
          {title.bots.map((name) => (
            <option key={name} value={name}>
              {tOr(`bot.${name}`, name)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** So many optional rules are seen at once; more are laid out when they are asked for. */
const FEW_RULES = 16;

/** The optional rules of a scenario. */
function Rules(props: { scenario: ScenarioCard; chosen: readonly string[]; choose: (next: string[]) => void }) {
  const { scenario, chosen, choose } = props;
  const rules = scenario.switches.map((rule) => (
    <label key={rule.id} class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={chosen.includes(rule.id)}
        checked={chosen.includes(rule.id)}
        onInput={(event) =>
          choose(event.currentTarget.checked ? [...chosen, rule.id] : chosen.filter((one) => one !== rule.id))
        }
      />
      <span>{rule.name}</span> {!rule.name.includes(printed(rule.id)) && <code>{printed(rule.id)}</code>}
    </label>
  ));
  if (rules.length <= FEW_RULES) {
    return (
      <fieldset class="rules">
        <legend>{t("start.rules")}</legend>
        {rules.length === 0 && <p class="muted">{t("start.rules.none")}</p>}
        {rules}
      </fieldset>
    );
  }
  return (
    <details class="optional" key={scenario.id}>
      <summary>
        {t("start.rules")} <small class="muted">{t("start.rules.count", { n: chosen.length, of: rules.length })}</small>
      </summary>
      {rules}
    </details>
  );
}
