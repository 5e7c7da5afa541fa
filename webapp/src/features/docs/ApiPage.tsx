import { Group, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { PageHead } from "../../components/PageHead";
import { ErrorState } from "../../components/States";
import { useBoard } from "../../lib/board/board";
import { LoadError } from "../../lib/page/lazyWithRetry";
import { paths } from "../../lib/page/paths";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { OpenAPILink } from "./OpenAPILink";

const load = () => import("./Viewer").then((file) => file.Viewer);

/** The REST API: every path of /openapi.yaml, to read and to try. */
export function ApiPage() {
  const { name: boardName } = useBoard();
  const [needed, setNeeded] = useState(true);
  const Viewer = useLazyComponent(load, needed, () => setNeeded(false));
  return (
    <div className="wrap page">
      <PageHead title="API">
        Every REST path of {boardName}, to read and to try. Requests from this page are real: they run with your login,
        or with a token that you enter under Authorize.
      </PageHead>
      <Group gap="sm" mb="xl">
        <ButtonLink to={paths.apiGuide} variant="filled">
          Read the guide
        </ButtonLink>
        <ButtonLink to={paths.agents}>Use with your agent</ButtonLink>
        <OpenAPILink />
      </Group>
      {Viewer && <Viewer />}
      {!Viewer && needed && <Loading />}
      {!Viewer && !needed && (
        <ErrorState
          title="Couldn't load the reference"
          error={new LoadError("A part of the app did not load.")}
          onRetry={() => setNeeded(true)}
        />
      )}
    </div>
  );
}

function Loading() {
  return (
    <Stack gap="sm" aria-busy="true" mih="100vh">
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((row) => (
        <Skeleton key={row} h={56} />
      ))}
    </Stack>
  );
}
