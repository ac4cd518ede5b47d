// Tabs: one of several panels is shown; arrows go from tab to tab.
import { byId, h } from "./dom.js";

/** Makes tabs for panels of the page, the first one open. Gives a function that opens one. @param {HTMLElement} box @param {[string, string][]} all ids of panels and names */
export function tabs(box, all) {
  const buttons = all.map(([panel, name]) => h("button", { class: "tab", type: "button", role: "tab", id: `tab-${panel}`, "aria-controls": panel, onclick: () => open(panel) }, name));
  const open = (/** @type {string} */ id) => {
    for (const [at, [panel]] of all.entries()) {
      const on = panel === id;
      byId(panel).hidden = !on;
      buttons[at].setAttribute("aria-selected", String(on));
      buttons[at].tabIndex = on ? 0 : -1;
    }
  };
  box.setAttribute("role", "tablist");
  box.append(...buttons);
  box.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (!by || at < 0) return;
    const next = (at + by + all.length) % all.length;
    open(all[next][0]);
    buttons[next].focus();
  });
  for (const [panel] of all) {
    byId(panel).setAttribute("role", "tabpanel");
    byId(panel).setAttribute("aria-labelledby", `tab-${panel}`);
  }
  open(all[0][0]);
  return open;
}
