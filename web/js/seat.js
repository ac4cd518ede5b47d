// How a seat of a battle is taken: a link may hold its secret, or an invitation.
import { ApiError, post, remember } from "./api.js";

/**
 * The address is cleaned when the seat is kept or refused, not before: who loads the page anew meanwhile, or finds no
 * server, asks again. Gives what went wrong.
 * @param {string} id
 */
export async function seatFromLink(id) {
  const words = new URLSearchParams(location.hash.slice(1));
  if (!words.size) return "";
  const secret = words.get("seat");
  const invite = words.get("invite");
  const claim = `acies.claim.${id}`;
  let wrong = "";
  try {
    if (secret) {
      const { battles } = await post("/api/mine", { battles: [{ id, secret }] });
      if (battles[0]?.you) remember(id, battles[0].you, secret);
    } else if (invite) {
      const claimed = await post(`/api/battles/${id}/claim`, { invite, secret: ownSecret(claim) });
      remember(id, claimed.seat, claimed.secret);
    }
  } catch (error) {
    wrong = `${error instanceof Error ? error.message : error} You can watch.`;
    if (error instanceof ApiError && error.failure.kind === "trouble") return wrong;
  }
  sessionStorage.removeItem(claim);
  history.replaceState(null, "", location.pathname);
  return wrong;
}

/** The secret with which a seat is claimed; it is kept until the answer has come. @param {string} claim */
function ownSecret(claim) {
  const drawn = sessionStorage.getItem(claim) ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(claim, drawn);
  return drawn;
}
