import { Box, Button, Checkbox, Group, NativeSelect, Skeleton, Table, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconSelector } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type ListQuery, LoadMore } from "../../components/LoadMore";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import css from "./Admin.module.css";
import { formatSort, readSort, type Sort } from "./search";

export type Column<Row> = {
  /** Names the column in the parameter `sort`. */
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are narrow and aligned to the right. */
  numeric?: boolean;
  /** The server can order by it. "descending" starts with the highest or latest. */
  sort?: "ascending" | "descending";
  /** The part of the free width that it takes, such as "40%". */
  width?: string | number;
};

export type Selection = {
  /** The keys of the selected rows. */
  keys: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
  /** The buttons of the actions on them. */
  actions: ReactNode;
};

/**
 * A table of the dashboard with its loading, empty and error states. On phones each row is a card: the first column is its
 * heading, numbers stand side by side, and every value has the title of its column.
 */
export function AdminTable<Row>({
  label,
  what,
  query,
  rows,
  rowKey,
  rowName,
  columns,
  actions,
  sort,
  onSort,
  selection,
  empty,
}: {
  /** Names the table for screen readers. */
  label: string;
  /** The name of the items on the button that loads more, such as "Users". */
  what: string;
  query: ListQuery;
  /** The rows of all loaded pages; undefined until the first one is there. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The name of a row for screen readers, on its checkbox. */
  rowName?: (row: Row) => string;
  columns: Column<Row>[];
  /** The buttons of a row, at its end. */
  actions?: (row: Row) => ReactNode;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: Selection;
  empty: { title: string; text?: string; action?: ReactNode };
}) {
  if (!rows) {
    return query.error ? (
      <ErrorState
        level={2}
        title={`Couldn't load the ${what.toLowerCase()}`}
        error={query.error}
        onRetry={query.refetch}
      />
    ) : (
      <Loading>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height={32} my="md" />
        ))}
      </Loading>
    );
  }
  if (rows.length === 0) return <EmptyState level={2} {...empty} />;

  const keys = rows.map(rowKey);
  const selected = selection ? keys.filter((key) => selection.keys.has(key)) : [];
  return (
    <>
      {selection && selected.length > 0 && (
        <Group className={css.selection} role="group" aria-label="Selected" gap="sm">
          <Text fw={560}>{selected.length} selected</Text>
          {selection.actions}
          <Button size="sm" variant="subtle" onClick={() => selection.onChange(new Set())}>
            Clear
          </Button>
        </Group>
      )}
      {onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      {/* The roles stay where the style sheet turns rows into blocks. */}
      <Box className={css.scroll}>
        <Table className={css.table} role="table" aria-label={label}>
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {selection && (
                <Table.Th role="columnheader" className={css.check}>
                  <Checkbox
                    aria-label="Select all rows"
                    checked={selected.length === keys.length}
                    indeterminate={selected.length > 0 && selected.length < keys.length}
                    onChange={(event) => selection.onChange(new Set(event.currentTarget.checked ? keys : []))}
                  />
                </Table.Th>
              )}
              {columns.map((column) => (
                <Header key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
              {actions && (
                <Table.Th role="columnheader" className={css.actions}>
                  Actions
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map((row, i) => {
              const key = keys[i] ?? "";
              return (
                <Table.Tr key={key} role="row" data-selected={selection?.keys.has(key) || undefined}>
                  {selection && (
                    <Table.Td role="cell" className={css.check}>
                      <Checkbox
                        aria-label={`Select ${rowName?.(row) ?? key}`}
                        checked={selection.keys.has(key)}
                        onChange={(event) => {
                          const next = new Set(selection.keys);
                          if (event.currentTarget.checked) next.add(key);
                          else next.delete(key);
                          selection.onChange(next);
                        }}
                      />
                    </Table.Td>
                  )}
                  {columns.map((column, at) => (
                    <Table.Td
                      key={column.id}
                      role={at === 0 ? "rowheader" : "cell"}
                      data-title={at === 0 ? undefined : column.title}
                      data-wide={typeof column.width === "string" || undefined}
                      className={column.numeric ? css.numeric : undefined}
                    >
                      <Box className={css.value}>{column.cell(row)}</Box>
                    </Table.Td>
                  ))}
                  {actions && (
                    <Table.Td role="cell" className={css.actions}>
                      <Group gap="sm" justify="flex-end" wrap="nowrap">
                        {actions(row)}
                      </Group>
                    </Table.Td>
                  )}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Box>
      <LoadMore query={query} what={what} mt="lg" />
    </>
  );
}

function Header<Row>({
  column: { id, title, numeric, sort: first, width },
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const props = { role: "columnheader", className: numeric ? css.numeric : undefined, w: width };
  if (!first || !onSort) return <Table.Th {...props}>{title}</Table.Th>;
  const current = sort?.by === id ? sort : undefined;
  const Icon = !current ? IconSelector : current.descending ? IconChevronDown : IconChevronUp;
  return (
    <Table.Th {...props} aria-sort={!current ? "none" : current.descending ? "descending" : "ascending"}>
      <UnstyledButton
        className={css.sort}
        onClick={() => onSort({ by: id, descending: current ? !current.descending : first === "descending" })}
      >
        {title}
        <Icon size={14} />
      </UnstyledButton>
    </Table.Th>
  );
}

/** The order on phones, where the table has no header. */
function SortSelect<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}) {
  const sortable = columns.filter((column) => column.sort);
  if (sortable.length === 0) return null;
  const data = sortable.flatMap(({ id, title, numeric }) => [
    { value: id, label: `${title}, ${numeric ? "lowest" : "A or oldest"} first` },
    { value: `-${id}`, label: `${title}, ${numeric ? "highest" : "Z or latest"} first` },
  ]);
  return (
    <NativeSelect
      hiddenFrom="sm"
      mb="md"
      aria-label="Order"
      value={sort ? formatSort(sort) : ""}
      data={sort ? data : [{ value: "", label: "Default order" }, ...data]}
      onChange={(event) => {
        const next = readSort(
          event.currentTarget.value,
          sortable.map(({ id }) => id),
        );
        if (next) onSort(next);
      }}
    />
  );
}
