/** What a state looks like on a counter: a letter on a disc. */

export interface Badge {
  letter: string;
  fill: string;
  ink: string;
}

export const BADGES: Record<string, Badge> = {
  "out-of-supply": { letter: "U", fill: "#b3261e", ink: "#ffffff" },
  suppressed: { letter: "S", fill: "#f2c230", ink: "#221a00" },
  disrupted: { letter: "D", fill: "#b4560f", ink: "#ffffff" },
  fired: { letter: "F", fill: "#5a5f66", ink: "#ffffff" },
};

/** That of a state, or one made of the first letter of its name. */
export function badge(state: string): Badge {
  return BADGES[state] ?? { letter: state.slice(0, 1).toUpperCase(), fill: "#3d4a63", ink: "#ffffff" };
}
