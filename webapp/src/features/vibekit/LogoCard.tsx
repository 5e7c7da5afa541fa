import { ActionIcon, Button, Group, Menu, Text, Tooltip } from "@mantine/core";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useLoginRequired } from "../../components/useLoginRequired";
import type { LogoStyle } from "../../gen/uvboard/v1/vibekit_pb";
import { paths } from "../../lib/page/paths";
import { failureMessage } from "../../lib/server/failure";
import { useSessionCheck } from "../../lib/session/session";
import { toastError } from "../../lib/ui/toast";
import { upload } from "../../lib/upload/upload";
import { download, fileName, imageUrl, toPng } from "./files";
import type { Palette } from "./icons";
import { drawLogo, toSquareSvg, toSvg } from "./logo";
import type { Outlines } from "./outlines";
import css from "./VibeKit.module.css";

const pngWidth = 1600;

/** A logo of a name, with other designs, downloads, and the way into a project. */
export function LogoCard({
  name,
  style,
  colors,
  ground,
  outlines,
  busy,
}: {
  name: string;
  style: LogoStyle;
  colors: Palette;
  ground: string;
  outlines: Outlines;
  busy: boolean;
}) {
  const [variant, setVariant] = useState(0);
  const [using, setUsing] = useState(false);
  const navigate = useNavigate();
  const check = useSessionCheck();
  const login = useLoginRequired();
  const drawable = outlines.has(name) && name.trim() !== "";
  const logo = useMemo(
    () => (drawable ? drawLogo({ name, style, colors, variant }, outlines) : undefined),
    [drawable, name, style, colors, variant, outlines],
  );
  if (!logo) return <Text c="dimmed">{name}: the font has no letters for this name.</Text>;

  const svg = toSvg(logo, name);
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (thrown) {
      toastError("Error", failureMessage(thrown, "The logo could not be drawn."));
    }
  };
  const use = async () => {
    setUsing(true);
    await attempt(async () => {
      const png = await toPng(toSquareSvg(logo, name, colors), 512);
      const { url } = await upload(
        "/api/upload",
        "file",
        new File([png], `${fileName(name)}.png`, { type: "image/png" }),
      );
      if (typeof url === "string") await navigate({ to: paths.submit, state: { prefill: { title: name, logo: url } } });
    });
    setUsing(false);
  };
  return (
    <figure className={css.logo}>
      <span className={css.ground} data-ground={ground}>
        <img src={imageUrl(svg)} alt={`Logo of ${name}`} width={logo.width} height={logo.height} />
      </span>
      <figcaption>
        <Text fw={600} truncate>
          {name}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Tooltip label="Another design">
            <ActionIcon aria-label={`Another design for ${name}`} onClick={() => setVariant(variant + 1)}>
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={`Download the logo of ${name}`}>
                <IconDownload size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => download(new Blob([svg], { type: "image/svg+xml" }), `${fileName(name)}.svg`)}>
                SVG
              </Menu.Item>
              <Menu.Item
                onClick={() => void attempt(async () => download(await toPng(svg, pngWidth), `${fileName(name)}.png`))}
              >
                PNG
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button
            size="sm"
            loading={using}
            disabled={busy}
            aria-label={`Use this logo: ${name}`}
            onClick={() => void check(use, () => login.ask("use this logo"))}
          >
            Use this logo
          </Button>
        </Group>
      </figcaption>
      {login.dialog}
    </figure>
  );
}
