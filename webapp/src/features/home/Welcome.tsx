import { Box, Flex, Group, Text, Title } from "@mantine/core";
import { ButtonLink } from "../../components/ButtonLink";
import { PlateLines } from "../../components/Plate";
import { SignUpLink } from "../../components/SignUpLink";
import { useBoard } from "../../lib/board";
import { isMadeForGuest } from "../../lib/first";
import { paths } from "../../lib/paths";
import { useSession } from "../../lib/session";
import css from "./Welcome.module.css";

/** Tells a guest what the site is. Members see only the page content; their heading is for screen readers. */
export function Welcome() {
  const { name: boardName } = useBoard();
  const { status } = useSession();
  const expected = status === "pending" && isMadeForGuest; // keeps the place
  if (status !== "guest" && !expected) return <h1 className="sr">{boardName}</h1>;
  return (
    <Flex
      component="section"
      aria-labelledby="welcome"
      className="wrap"
      align="center"
      justify="space-between"
      gap={48}
      py={{ base: "lg", sm: 40 }}
      style={{ visibility: expected ? "hidden" : undefined }}
    >
      <div>
        <Title
          id="welcome"
          maw="22em"
          fz={{ base: "xl", sm: "var(--uv-fs-2xl)" }}
          lh={{ base: "xl", sm: "var(--uv-lh-2xl)" }}
        >
          {boardName} is where people show what they build with AI
        </Title>
        <Text c="dimmed" mt="sm">
          Discover projects, vote for the ones you like, and share your own. Free, with no ads and no tracking.
        </Text>
        <Group gap="sm" wrap="nowrap" mt="lg">
          <SignUpLink variant="filled">Sign Up</SignUpLink>
          <ButtonLink to={paths.explore}>Explore</ButtonLink>
        </Group>
      </div>
      <Picture />
    </Flex>
  );
}

/** The idea of the board: three projects, ranked by the measure of their votes. */
function Picture() {
  return (
    <Box className={css.picture} visibleFrom="sm" aria-hidden="true">
      {["Lamp", "Kiln", "Tide"].map((name, i) => (
        <div key={name} className={css.card}>
          <b className="score">{i + 1}</b>
          <span className={css.plate}>
            <PlateLines text={name} />
          </span>
          <span className={css.lines}>
            <i />
            <i />
          </span>
          <svg viewBox="0 0 16 14" width="16" height="14" aria-hidden="true">
            <path d="M8 1.5 14.6 13H1.4z" />
          </svg>
        </div>
      ))}
    </Box>
  );
}
