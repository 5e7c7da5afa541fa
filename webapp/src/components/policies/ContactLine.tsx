import { Anchor, Text } from "@mantine/core";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { TextLink } from "../ButtonLink";

/** Links to the site's contact email, or to the contact page if no address is configured. */
export function ContactLine() {
  const { contactEmail } = useBoard();
  if (!contactEmail) {
    return (
      <Text c="dimmed">
        Reach us through the <TextLink to={paths.contact}>contact page</TextLink>.
      </Text>
    );
  }
  return (
    <Text c="dimmed">
      Write to <Anchor href={`mailto:${contactEmail}`}>{contactEmail}</Anchor>.
    </Text>
  );
}
