import { Box, Button, Group, TextInput } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import css from "./Explore.module.css";

/** The search field with its button, and the button that shows the filters. On phones that is an icon. */
export function SearchBox({
  q,
  panel,
  onSearch,
  onPanel,
}: {
  q: string;
  panel: boolean;
  onSearch: (q: string) => void;
  onPanel: () => void;
}) {
  const [text, setText] = useState(q);
  return (
    <Group
      component="form"
      role="search"
      gap="sm"
      wrap="nowrap"
      mt="md"
      className={css.screen}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <TextInput
        type="search"
        size="lg"
        flex={1}
        aria-label="Search projects"
        placeholder="Search projects"
        leftSection={<IconSearch size={18} />}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="filled" size="lg" px={{ base: "md", sm: "lg" }}>
        Search
      </Button>
      <Button
        size="lg"
        px={{ base: 14, sm: "lg" }}
        aria-label="Filters"
        aria-expanded={panel}
        aria-controls="filters"
        onClick={onPanel}
      >
        <IconAdjustmentsHorizontal size={18} />
        <Box component="span" visibleFrom="sm">
          Filters
        </Box>
      </Button>
    </Group>
  );
}
