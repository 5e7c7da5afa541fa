import { Button, Divider, Stack } from "@mantine/core";
import { IconBrandGithub, IconLogin2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";

/** Buttons for the services by which users may log in, and other ways. They return to the login, which goes on to where the user came from. */
export function ProviderButtons({ invitation, children }: { invitation?: string; children?: ReactNode }) {
  const { providers } = useBoard();
  if (providers.length === 0 && !children) return null;
  return (
    <Stack gap="sm">
      {providers.map(({ id, name }) => (
        <Button key={id} component="a" href={paths.startLogin(id, paths.login, invitation)} fullWidth>
          {id === "github" ? <IconBrandGithub size={16} /> : <IconLogin2 size={16} />}
          Continue with {name}
        </Button>
      ))}
      {children}
      <Divider label="or" />
    </Stack>
  );
}
