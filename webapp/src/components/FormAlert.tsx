import { paths } from "../lib/paths";
import css from "./FormAlert.module.css";

/**
 * What is wrong with a form beyond any one field; nothing as long as nothing is. Whoever is not logged in any more can
 * log in beside it, so that nothing typed is lost.
 */
export function FormAlert({ message, ended }: { message: string; ended?: boolean }) {
  if (!message) return null;
  return (
    <p className={css.alert} role="alert">
      {ended ? (
        <>
          Your session has ended.{" "}
          <a href={paths.login} target="_blank" rel="noopener">
            Log in in a new tab
          </a>
          , then try again here: what you typed stays.
        </>
      ) : (
        message
      )}
    </p>
  );
}
