import { ActionIcon, Button } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import type { BlogPost } from "../../gen/uvboard/v1/blog_pb";
import { nameOf, paths } from "../../lib/page/paths";
import { copyText } from "../../lib/ui/clipboard";
import { toast, toastError } from "../../lib/ui/toast";

/** The button that copies the link of a story; an icon unless it is `labelled`. */
export function ShareButton({ post, labelled }: { post: BlogPost; labelled?: boolean }) {
  const share = async () => {
    if (await copyText(window.location.origin + paths.story(nameOf(post))))
      toast("Blog post link copied to clipboard!");
    else toastError("Error", "Failed to copy the link");
  };
  if (labelled) {
    return (
      <Button size="sm" onClick={() => void share()}>
        <IconShare size={16} />
        Share
      </Button>
    );
  }
  return (
    <ActionIcon variant="subtle" aria-label={`Share ${post.title}`} data-tooltip="Share" onClick={() => void share()}>
      <IconShare size={16} />
    </ActionIcon>
  );
}
