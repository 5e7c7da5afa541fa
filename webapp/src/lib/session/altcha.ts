// Loaded only where a task is to be solved.
import "altcha/external";
import "altcha/altcha.css";
import ShaWorker from "altcha/workers/sha?worker";

// ALTCHA's element, with the one algorithm of our server and our words.
$altcha.algorithms.set("SHA-256", () => new ShaWorker());
$altcha.defaults.set({
  challenge: "/api/auth/challenge",
  hideFooter: true,
  hideLogo: true,
  humanInteractionSignature: false, // it would record the pointer
  minDuration: 0,
});
$altcha.i18n.set("en", {
  ...$altcha.i18n.get("en"),
  label: "Let your browser solve a small task",
  verifying: "Your browser is solving a small task...",
  verified: "Task solved",
  error: "The task could not be solved. Please try again.",
  expired: "That took too long. Please try again.",
  waitAlert: "Please wait until the task is solved.",
});
