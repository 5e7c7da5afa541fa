import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from "@tabler/icons-react";

// The server shortens the user agent of a browser to "Firefox on Linux"; other programs keep their own name.
export function iconOf(userAgent: string) {
  if (/ on (iPhone|iPad|Android)$/.test(userAgent)) return IconDeviceMobile;
  return / on /.test(userAgent) ? IconDeviceDesktop : IconTerminal2;
}
