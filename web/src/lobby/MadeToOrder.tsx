/** A scenario that the title makes to order: its dials, its seed, and what comes of them. */
import { type Signal, useSignal } from "@preact/signals";
import { t } from "../i18n";
import * as api from "../net/api";
import { told } from "../net/problems";
import type { ScenarioCard, TitleCard } from "../protocol";
import { anySeed, isMade, madeId, type Settings, seedOf, usual } from "./made";

interface Props {
  title: TitleCard;
  /** The id of the scenario that is chosen now. */
  chosen: string;
  choose: (scenario: ScenarioCard) => void;
  /** Whether one is being made, so that no game can begin with another. */
  making: Signal<boolean>;
}

export function MadeToOrder({ title, chosen, choose, making }: Props) {
  const settings = useSignal<Settings>(usual(title.dials));
  const seed = useSignal(String(anySeed()));
  const card = useSignal<ScenarioCard | null>(null);
  const problem = useSignal("");
  if (title.dials.length === 0) return null;
  const make = async () => {
    const number = seedOf(seed.value);
    if (number === null) return;
    const id = madeId(title.dials, settings.value, number);
    making.value = true;
    try {
      const made = await api.scenario(title.id, id);
      if (!making.value || madeId(title.dials, settings.value, seedOf(seed.value) ?? -1) !== id) return;
      card.value = made;
      problem.value = "";
      making.value = false;
      choose(made);
    } catch (error) {
      making.value = false;
      problem.value = told(error);
    }
  };
  const isChosen = making.value || isMade(chosen);
  return (
    <div class={isChosen ? "scenario made chosen" : "scenario made"}>
      <input type="radio" name="scenario" aria-label={t("made.title")} checked={isChosen} onInput={() => void make()} />
      {card.value === null ? <span /> : <img src={api.picture(title.id, card.value.id)} alt="" loading="lazy" />}
      <span>
        <b>{t("made.title")}</b>
        <span class="dials">
          {title.dials.map((dial) => (
            <label key={dial.id}>
              {dial.name}
              <select
                data-dial={dial.id}
                value={settings.value[dial.id]}
                onInput={(event) => {
                  settings.value = { ...settings.value, [dial.id]: event.currentTarget.value };
                  void make();
                }}
              >
                {dial.values.map((value) => (
                  <option key={value.id} value={value.id}>
                    {value.name}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <label>
            {t("made.seed")}
            <input
              data-dial="seed"
              inputMode="numeric"
              size={7}
              value={seed.value}
              aria-invalid={seedOf(seed.value) === null}
              onInput={(event) => {
                seed.value = event.currentTarget.value;
                void make();
              }}
            />
          </label>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              seed.value = String(anySeed());
              void make();
            }}
          >
            {t("made.another")}
          </button>
        </span>
        {seedOf(seed.value) === null && <small>{t("made.seed.bad")}</small>}
        {problem.value !== "" && <small>{problem.value}</small>}
        {making.value && <small>{t("made.making")}</small>}
        {card.value !== null && isChosen && !making.value && <span>{card.value.description}</span>}
      </span>
    </div>
  );
}
