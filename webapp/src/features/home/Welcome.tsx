import { Flex, Group, Text, Title } from "@mantine/core";
import { ButtonLink } from "../../components/ButtonLink";
import { paths } from "../../lib/paths";
import { productName } from "../../lib/product";
import { useSession } from "../../lib/session";

/** Tells a guest what the site is. Members see only the page content; their heading is for screen readers. */
export function Welcome() {
  const { user, isPending } = useSession();
  if (user || isPending) return <h1 className="sr">{productName}</h1>;
  return (
    <Flex
      component="section"
      aria-labelledby="welcome"
      direction={{ base: "column", sm: "row" }}
      align={{ sm: "end" }}
      justify="space-between"
      gap="md"
      pb={{ base: "lg", sm: "xl" }}
    >
      <div>
        <Title
          id="welcome"
          maw="22em"
          fz={{ base: "xl", sm: "var(--uv-fs-2xl)" }}
          lh={{ base: "xl", sm: "var(--uv-lh-2xl)" }}
        >
          {productName} is where people show what they build with AI
        </Title>
        <Text c="dimmed" mt="sm">
          Discover projects, vote for the ones you like, and share your own. Free, with no ads and no tracking.
        </Text>
      </div>
      <Group gap="sm" wrap="nowrap">
        <ButtonLink to={paths.register} variant="filled">
          Sign Up
        </ButtonLink>
        <ButtonLink to={paths.explore}>Explore</ButtonLink>
      </Group>
    </Flex>
  );
}
