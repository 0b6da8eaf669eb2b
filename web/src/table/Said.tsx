/** Words of a teacher, in which the numbers of rules can be clicked. */
import { Rule } from "../common/Rule";
import { inWordsForTouch } from "../common/touch";
import { pieces } from "./lesson";

export function Said({ text }: { text: string }) {
  return (
    <>
      {pieces(inWordsForTouch(text)).map((piece, place) => {
        const key = `${place} ${piece}`;
        return place % 2 === 1 ? <Rule key={key} id={piece} /> : <span key={key}>{piece}</span>;
      })}
    </>
  );
}
