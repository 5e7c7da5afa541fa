import { Box, Button, Combobox, Group, Text, TextInput, useCombobox } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useSuggestions } from "../../components/search/useSuggestions";
import css from "./Explore.module.css";

/**
 * The search field with its button, and the button that shows the filters. On phones that is an icon. A list below the
 * field offers operators and their values.
 */
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
  const suggestions = useSuggestions(text);
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
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
      <Combobox
        store={list}
        onOptionSubmit={(chosen) => {
          setText(chosen);
          // Enter then searches, unless another option is chosen first.
          list.resetSelectedOption();
        }}
        position="bottom-start"
      >
        <Combobox.Target>
          <TextInput
            type="search"
            size="lg"
            flex={1}
            aria-label="Search projects"
            placeholder="Search projects"
            leftSection={<IconSearch size={18} />}
            maxLength={200}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              list.resetSelectedOption();
              list.openDropdown();
            }}
            onBlur={() => list.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={suggestions.length === 0}>
          <Combobox.Options aria-label="Operators and values">
            {suggestions.map(({ term, label, search }) => (
              <Combobox.Option key={term} value={search}>
                <Group gap="sm" wrap="nowrap">
                  <span>{term}</span>
                  <Text span size="sm" c="dimmed" truncate>
                    {label}
                  </Text>
                </Group>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
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
