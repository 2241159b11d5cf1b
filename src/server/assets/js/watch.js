// The page of games to watch: running games come over the socket, finished ones are in the page.

import { connection } from "./common.js";
import { keep, need } from "./dom.js";
import { gameEntry, none } from "./lines.js";

connection.shows.lobby = true;
connection.on("lobby", (message) => {
  keep(need("games"), ...(message.games.length ? message.games.map((game) => gameEntry(game)) : [none("games-none")]));
});
