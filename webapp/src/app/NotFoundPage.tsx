import { Button } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { ButtonLink } from "../components/ButtonLink";
import { EmptyState } from "../components/States";
import { paths } from "../lib/page/paths";
import { useTitle } from "../lib/page/useTitle";
import { openPalette } from "../lib/ui/openPalette";

export function NotFoundPage() {
  useTitle("404 Page Not Found");
  return (
    <div className="wrap page">
      <EmptyState
        level={1}
        number="404"
        title="404 Page Not Found"
        text={
          <>
            This page doesn't exist, or it moved.
            <br />
            Did you forget to add the page to the router?
          </>
        }
        action={
          <>
            <ButtonLink variant="filled" to={paths.home}>
              Back to Home
            </ButtonLink>
            <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>
            <Button onClick={openPalette}>
              <IconSearch size={16} />
              Search
            </Button>
          </>
        }
      />
    </div>
  );
}
