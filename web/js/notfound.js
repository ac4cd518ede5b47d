// The page for what is not found: says what the link was for.
import { byId, fill, h, loadSymbols, theme } from "./dom.js";
import { get } from "./api.js";

const [kind, of] = location.pathname.split("/").filter(Boolean);

const WORDS = /** @type {Record<string, [string, string]>} */ ({
  battle: ["No battle here", "The link was for a battle that is not kept on this server. It may have been deleted, or the address was cut off when it was copied. Ask whoever sent it for the link."],
  replay: ["No battle here", "The link was for the replay of a battle that is not kept on this server. It may have been deleted, or the address was cut off when it was copied."],
  rules: ["No such rulebook", "The link was for the rules of a game that this server does not play."],
  odds: ["No such odds", "The link was for the odds of a game that this server does not play."],
  armies: ["No such army list", "The link was for the armies of a game that this server does not play."],
  learn: ["No such lesson", "The link was for a lesson of a game that this server does not play."],
});

theme();
loadSymbols();
const words = WORDS[kind];
if (words && of) {
  [byId("what").textContent, byId("why").textContent] = words;
  document.title = `${words[0]} \u00b7 Acies`;
  if (kind !== "battle" && kind !== "replay") {
    const { rulesets } = await get("/api/rulesets");
    fill(byId("ways"), rulesets.map((/** @type {any} */ it) => h("a", { class: "btn", href: `/${kind}/${it.id}` }, it.name)), h("a", { class: "btn go", href: "/" }, "To the start page"));
  }
}
