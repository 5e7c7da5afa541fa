import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import field from "../../components/Field.module.css";
import css from "./Explore.module.css";

/** The search box with its button, and the button that shows the filters. */
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
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser in use
    <form
      className={css.find}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <div className={css.box}>
        <IconSearch size={18} />
        <input
          className={field.input}
          type="search"
          aria-label="Search projects"
          placeholder="Search projects"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" variant="filled" size="lg">
        Search
      </Button>
      <Button size="lg" className={css.panelButton} aria-expanded={panel} aria-controls="filters" onClick={onPanel}>
        <IconAdjustmentsHorizontal size={18} />
        Filters
      </Button>
    </form>
  );
}
