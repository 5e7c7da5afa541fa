import { Box, Button, Group } from "@mantine/core";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe } from "@stripe/stripe-js";
// The other entry of the package loads Stripe's script at once.
import { loadStripe } from "@stripe/stripe-js/pure";
import { type FormEvent, useEffect, useMemo } from "react";
import { paths } from "../../lib/page/paths";
import { money } from "../../lib/text/money";
import { toastError } from "../../lib/ui/toast";

export async function openStripe(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe's script did not load.");
  return stripe;
}

export type PaymentFormProps = {
  stripe: Stripe;
  clientSecret: string;
  amount: number;
  ready: boolean;
  onReady: () => void;
  busy: boolean;
  onBusy: (busy: boolean) => void;
  onCancel: () => void;
  onLoadError: () => void;
};

/** Stripe's form for a payment. After the payment Stripe redirects to this page. */
export function PaymentForm({ stripe, clientSecret, ...rest }: PaymentFormProps) {
  const options = useMemo(() => ({ clientSecret, appearance: appearance() }), [clientSecret]);
  return (
    <Elements stripe={stripe} options={options}>
      <Fields {...rest} />
    </Elements>
  );
}

function Fields({
  amount,
  ready,
  onReady,
  busy,
  onBusy,
  onCancel,
  onLoadError,
}: Omit<PaymentFormProps, "stripe" | "clientSecret">) {
  const stripe = useStripe();
  const elements = useElements();
  // After Back from the site of a bank, the browser may show this page as it was left, while it was busy.
  useEffect(() => {
    const restore = ({ persisted }: PageTransitionEvent) => persisted && onBusy(false);
    window.addEventListener("pageshow", restore);
    return () => window.removeEventListener("pageshow", restore);
  }, [onBusy]);
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || !ready || busy) return;
    onBusy(true);
    let message: string | undefined;
    try {
      const returnURL = new URL(`${paths.pricing}?success=true`, window.location.href).href;
      // It returns only if the payment has failed.
      const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url: returnURL } });
      message = error.message;
    } catch {
      // Stripe's script could not reach its server, or has a defect.
    }
    toastError("Payment Failed", message ?? "The payment could not be sent. Please try again.");
    onBusy(false);
  };

  return (
    <form onSubmit={pay}>
      <Box display={ready ? undefined : "none"} mb="lg">
        <PaymentElement onReady={onReady} onLoadError={onLoadError} />
      </Box>
      <Group justify="flex-end" gap="sm">
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="filled" disabled={!stripe || !elements || !ready || busy}>
          {busy ? "Processing..." : `Donate ${money(amount)}`}
        </Button>
      </Group>
    </form>
  );
}

// Stripe's form is in a frame of another site, so it gets colors and sizes instead of our variables.
function appearance(): Appearance {
  const probe = document.createElement("span");
  document.body.append(probe);
  const color = (token: string) => {
    probe.style.color = `var(--uv-${token})`;
    return getComputedStyle(probe).color;
  };
  const dark = document.documentElement.dataset.mantineColorScheme !== "light";
  const look: Appearance = {
    theme: dark ? "night" : "stripe",
    labels: "above",
    variables: {
      colorPrimary: color("lamp"),
      colorBackground: color("field"),
      colorText: color("text"),
      colorTextSecondary: color("text-2"),
      colorTextPlaceholder: color("text-3"),
      colorDanger: color("quench"),
      fontFamily: "Arial, sans-serif",
      fontSizeBase: "15px",
      borderRadius: "3px",
    },
    rules: {
      ".Input": { border: `1px solid ${color("control")}`, boxShadow: "none" },
      ".Label": { fontWeight: "600", color: color("text") },
    },
  };
  probe.remove();
  return look;
}
