import { Anchor, Text } from "@mantine/core";
import { TextLink } from "../../components/ButtonLink";
import { paths } from "../../lib/paths";
import { contactEmail } from "../../lib/product";

/** Links to the site's contact email, or to the contact page if no address is configured. */
export function ContactLine() {
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
