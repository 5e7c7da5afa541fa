import { useMutation } from "@connectrpc/connect-query";
import { Button, Text } from "@mantine/core";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import type { DemoContent } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { useInvalidate } from "../../../lib/server/query";
import { plural } from "../../../lib/text/text";
import { toast } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import { act } from "../act";

/** Says what uvboard seed made and removes it. */
export function Demo({ demo }: { demo: DemoContent }) {
  const remove = useMutation(AdminService.method.removeDemo);
  const invalidate = useInvalidate();
  const confirm = useDialog();
  if (demo.isRemoving) {
    return (
      <Text c="dimmed" role="status">
        Demo content is being removed. This takes about a minute for each 200 accounts.
      </Text>
    );
  }
  const amounts = [
    plural(demo.users, "account"),
    plural(demo.projects, "project"),
    plural(demo.threads, "thread"),
    plural(demo.posts, "reply or comment", "replies and comments"),
    plural(demo.stories, "story", "stories"),
  ].join(", ");
  const answers =
    demo.answers > 0
      ? ` ${plural(demo.answers, "reply or comment", "replies and comments")} of members on demo content ${demo.answers === 1 ? "goes" : "go"} too.`
      : "";
  const removeNow = async () => {
    const done = await act(async () => {
      await remove.mutateAsync({});
      await invalidate(AdminService);
    }, "Failed to remove the demo content.");
    confirm.close();
    if (done) toast("Success", "The demo content is being removed.");
  };
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {amounts}, with their votes and images, and the invented news.
      </Text>
      <Button size="sm" onClick={confirm.open}>
        Remove demo content
      </Button>
      <ConfirmDialog
        key={confirm.key}
        opened={confirm.opened}
        onClose={confirm.close}
        title="Remove demo content?"
        text={`This deletes ${amounts}.${answers} Everything else of real members stays. This action cannot be undone.`}
        action="Remove"
        busyAction="Removing..."
        busy={remove.isPending}
        onConfirm={() => void removeNow()}
      />
    </>
  );
}
