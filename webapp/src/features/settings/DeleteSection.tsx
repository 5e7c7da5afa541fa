import { Box, Button, Group, Radio, SimpleGrid, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { Section } from "../../components/Section";
import { DeletedContent } from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { useDialog } from "../../lib/ui/useDialog";
import { DeleteDialog } from "./DeleteDialog";

const choices = [
  {
    content: DeletedContent.ERASE,
    name: "Erase everything",
    text: "Deletes your projects, stories, discussions and comments with their images and votes, and removes every vote you cast.",
  },
  {
    content: DeletedContent.ANONYMISE,
    name: "Keep my projects",
    text: "They stay online, like your stories, discussions and comments, credited to “Deleted member”, with no link to you. Your votes still count.",
  },
];

/** Deletes the account. The user first chooses what happens to their projects. */
export function DeleteSection({ user }: { user: SessionUser }) {
  const [content, setContent] = useState<DeletedContent>();
  const [missing, setMissing] = useState(false);
  const dialog = useDialog();
  const first = useRef<HTMLButtonElement>(null);
  const ask = () => {
    if (content) {
      dialog.open();
      return;
    }
    setMissing(true);
    first.current?.focus();
  };

  return (
    <Section
      title="Delete Account"
      text="Deletes your profile, sessions and tokens and logs you out everywhere. Your username stays reserved for your email address for a year. This can't be undone."
    >
      <Radio.Group
        label="What should happen to your projects?"
        error={missing && "Choose what happens to your projects"}
        value={content === undefined ? null : String(content)}
        onChange={(value) => {
          setContent(Number(value));
          setMissing(false);
        }}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12}>
          {choices.map((choice, i) => (
            <Radio.Card
              key={choice.name}
              ref={i === 0 ? first : undefined}
              value={String(choice.content)}
              p="md"
              mod={{ error: missing }}
            >
              <Group gap={12} wrap="nowrap" align="start">
                <Radio.Indicator />
                <Box>
                  <Text fw={600}>{choice.name}</Text>
                  <Text size="sm" c="dimmed" mt={4}>
                    {choice.text}
                  </Text>
                </Box>
              </Group>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Button variant="outline" color="quench" mr="auto" onClick={ask}>
        Delete Account
      </Button>
      <DeleteDialog
        key={dialog.key}
        user={user}
        content={content ?? DeletedContent.ERASE}
        opened={dialog.opened}
        onClose={dialog.close}
      />
    </Section>
  );
}
