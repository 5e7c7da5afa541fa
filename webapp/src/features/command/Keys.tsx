import { Kbd } from "@mantine/core";
import { Fragment } from "react";
import css from "./Command.module.css";
import { shownKeys } from "./shortcuts";

/** The keys of a shortcut, as they stand on a keyboard. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={css.keys}>
      {shownKeys(keys).map((press, i) => (
        <Fragment key={press.join("+")}>
          {i > 0 && <span className={css.then}>then</span>}
          {press.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
