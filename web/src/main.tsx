/** Starts the client. */
import { render } from "preact";
import { App } from "./app";
import { follow } from "./route";
import "./styles/base.css";
import "./styles/lobby.css";
import "./styles/table.css";
import "./styles/board.css";
import "./styles/people.css";
import "./styles/book.css";
import "./styles/lesson.css";
import "./styles/stack.css";
import "./styles/phone.css";

follow();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
