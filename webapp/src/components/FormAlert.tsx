import { Alert, Anchor } from "@mantine/core";
import { paths } from "../lib/page/paths";

const show = (alert: HTMLElement | null) => {
  alert?.scrollIntoView({ block: "nearest" });
};

/** The error of a form that belongs to no field. If the session has ended, it links to the login in a new tab, so that nothing typed is lost. */
export function FormAlert({ message, ended }: { message: string; ended?: boolean }) {
  if (!message) return null;
  return (
    <Alert ref={show}>
      {ended ? (
        <>
          Your session has ended.{" "}
          <Anchor c="inherit" href={paths.login} target="_blank" rel="noopener">
            Log in in a new tab
          </Anchor>
          , then try again here: what you typed stays.
        </>
      ) : (
        message
      )}
    </Alert>
  );
}
