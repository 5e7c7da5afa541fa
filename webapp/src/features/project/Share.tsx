import { Button } from "@mantine/core";
import {
  IconBrandFacebook,
  IconBrandLinkedin,
  IconBrandX,
  IconCheck,
  IconLink,
  IconMail,
  IconShare,
} from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { copyText } from "../../lib/clipboard";
import { paths } from "../../lib/paths";
import { toast, toastError } from "../../lib/toast";
import { shareLinks } from "./shareLinks";
import css from "./VoteCard.module.css";

const copiedFor = 2000;
const icons = { X: IconBrandX, LinkedIn: IconBrandLinkedin, Facebook: IconBrandFacebook, "E-mail": IconMail };

/** Ways to pass the project on: its address, and where it can be told of. */
export function Share({ project }: { project: Project }) {
  const address = window.location.origin + paths.project(project.id);
  return (
    <div className={css.share}>
      <CopyLink address={address} />
      <ShareMenu project={project} address={address} />
    </div>
  );
}

function CopyLink({ address }: { address: string }) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = window.setTimeout(() => setCopied(0), copiedFor);
    return () => window.clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    if (await copyText(address)) {
      setCopied((n) => n + 1);
      toast("Link copied!");
    } else {
      toastError("Error", "Failed to copy the link");
    }
  };

  return (
    <Button size="sm" onClick={() => void copy()}>
      {copied > 0 ? <IconCheck size={16} /> : <IconLink size={16} />}
      {copied > 0 ? "Copied!" : "Copy Link"}
    </Button>
  );
}

function ShareMenu({ project, address }: { project: Project; address: string }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  // The browser opens and closes it, by the button, Escape or a press outside; its place is ours to say.
  const place = () => {
    const from = button.current?.getBoundingClientRect();
    const box = menu.current?.getBoundingClientRect();
    if (!from || !box || !menu.current) return;
    const below = from.bottom + 4 + box.height < window.innerHeight;
    menu.current.style.left = `${Math.max(8, Math.min(from.right - box.width, window.innerWidth - box.width - 8))}px`;
    menu.current.style.top = `${below ? from.bottom + 4 : from.top - box.height - 4}px`;
  };
  useEffect(() => {
    if (!open) return;
    const away = () => menu.current?.hidePopover();
    window.addEventListener("scroll", away, { passive: true, capture: true });
    return () => window.removeEventListener("scroll", away, { capture: true });
  }, [open]);

  return (
    <>
      <Button ref={button} size="sm" aria-expanded={open} popoverTarget={id}>
        <IconShare size={16} />
        Share
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={css.menu}
        onToggle={(event) => {
          const opened = event.newState === "open";
          setOpen(opened);
          if (opened) place();
        }}
      >
        <ul aria-label="Share to">
          {shareLinks(project, address).map(({ name, href }) => {
            const Icon = icons[name];
            return (
              <li key={name}>
                <a
                  href={href}
                  target={name === "E-mail" ? undefined : "_blank"}
                  rel="noopener"
                  onClick={() => menu.current?.hidePopover()}
                >
                  <Icon size={16} />
                  {name}
                </a>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}
