// Requests to the server. It owns the rules; the page only asks.

/** The secret of the link, needed when the server listens beyond this machine. */
const token = readToken();

function readToken() {
  const match = /[#&]token=([A-Za-z0-9]+)/.exec(location.hash);
  if (match) {
    sessionStorage.setItem("quietus.token", match[1]);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("quietus.token") || "";
}

/** The name of this page for the server, new with each load. */
export const tab = Array.from(crypto.getRandomValues(new Uint8Array(12)),
  (byte) => byte.toString(16).padStart(2, "0")).join("");

/** An address with the secret, for what cannot send it as a header. */
export function authorized(url) {
  return token ? `${url}&token=${token}` : url;
}

/** Pauses before a request is sent again that did not reach the server, in milliseconds. */
const RETRIES = [200, 800];

async function send(url, options) {
  for (const pause of RETRIES) {
    try {
      return await fetch(url, options);
    } catch {
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }
  return fetch(url, options);
}

/** Posts JSON; gives the answer, or throws an Error with the server's reason. */
export async function post(path, body, options = {}) {
  const headers = { "Content-Type": "application/json", "X-Quietus": "1" };
  if (token) headers["X-Quietus-Token"] = token;
  const response = await send(`/api/${path}`, {
    method: "POST", headers, body: JSON.stringify(body), ...options,
  });
  const answer = await response.json();
  if (answer?.error) throw new Error(answer.error);
  return answer;
}
