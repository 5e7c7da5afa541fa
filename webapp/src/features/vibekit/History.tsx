import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Group, Text, Title } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { LoadMore } from "../../components/LoadMore";
import { RelativeTime } from "../../components/RelativeTime";
import { SideError } from "../../components/States";
import type { Generation, GenerationKind } from "../../gen/uvboard/v1/vibekit_pb";
import { VibeKitService } from "../../gen/uvboard/v1/vibekit_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { paging, useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";
import css from "./VibeKit.module.css";

const nameOf = (item: Generation): string => item.briefInput?.idea || item.logoInput?.brandName || "";

/** The user's earlier results of one kind, which can be opened again and deleted. */
export function History({ kind, onOpen }: { kind: GenerationKind; onOpen: (item: Generation) => void }) {
  const query = useInfiniteQuery(VibeKitService.method.listGenerations, { kind, pageSize: 5, pageToken: "" }, paging);
  const remove = useMutation(VibeKitService.method.deleteGeneration);
  const invalidate = useInvalidate();
  const [deleting, setDeleting] = useState<Generation>();
  const items = query.data?.pages.flatMap((page) => page.generations) ?? [];

  const confirm = async () => {
    try {
      await remove.mutateAsync({ id: deleting?.id ?? "" });
      await invalidate(VibeKitService.method.listGenerations);
    } catch (thrown) {
      toastError("Error", failureMessage(thrown, "Failed to delete the result."));
    } finally {
      setDeleting(undefined);
    }
  };
  if (query.error && items.length === 0) return <SideError error={query.error} onRetry={query.refetch} />;
  if (items.length === 0) return null;
  return (
    <section aria-label="History">
      <Title order={3} mt={40} mb="sm">
        History
      </Title>
      <ul className="ruled">
        {items.map((item) => (
          <li key={item.id}>
            <Group gap="sm" wrap="nowrap">
              <button type="button" className={css.entry} onClick={() => onOpen(item)}>
                <span>{nameOf(item)}</span>
                <Text size="sm" c="dimmed" component="span">
                  <RelativeTime at={item.createdAt} form="long" />
                </Text>
              </button>
              <ActionIcon aria-label={`Delete ${nameOf(item)}`} onClick={() => setDeleting(item)}>
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ul>
      <LoadMore query={query} what="Results" mt="md" ta="left" />
      <ConfirmDialog
        opened={deleting !== undefined}
        title="Delete this result?"
        text="It is removed from your history. This can't be undone."
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        onConfirm={() => void confirm()}
        onClose={() => setDeleting(undefined)}
      />
    </section>
  );
}
