import { useMutation } from "@connectrpc/connect-query";
import { Button, Center, Group, Loader } from "@mantine/core";
import type { Stripe } from "@stripe/stripe-js";
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { Dialog } from "../../components/Dialog";
import { DonationService } from "../../gen/uvboard/v1/donation_service_pb";
import { lazyWithRetry } from "../../lib/page/lazyWithRetry";
import { readFailure } from "../../lib/server/failure";
import { toastError } from "../../lib/ui/toast";
import type { PaymentFormProps } from "./PaymentForm";

type Payment = { Form: ComponentType<PaymentFormProps>; stripe: Stripe; clientSecret: string };

// A random text that names this donation if its request is sent again. crypto.randomUUID needs https.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// Stripe's script and form are loaded when somebody wants to donate.
async function loadForm(publishableKey: string) {
  const file = await lazyWithRetry(() => import("./PaymentForm"));
  return { Form: file.PaymentForm, stripe: await file.openStripe(publishableKey) };
}

type Props = {
  publishableKey: string;
  onClose: () => void;
  /** The payment could not be started. */
  onFail: () => void;
};

/** The dialog to pay an amount; closed without one. Closing it cancels the donation. */
export function DonationDialog({ amount, ...rest }: Props & { amount: number | undefined }) {
  const [busy, setBusy] = useState(false);
  const close = () => !busy && rest.onClose();
  return (
    <Dialog opened={amount !== undefined} title="Complete Your Donation" alert onClose={close}>
      {amount !== undefined && <Checkout amount={amount} busy={busy} onBusy={setBusy} {...rest} />}
    </Dialog>
  );
}

/** Starts a donation and shows Stripe's form for it. */
function Checkout({
  amount,
  publishableKey,
  onClose,
  onFail,
  ...state
}: Props & { amount: number; busy: boolean; onBusy: (busy: boolean) => void }) {
  const [idempotencyKey] = useState(newKey);
  const [payment, setPayment] = useState<Payment>();
  const [ready, setReady] = useState(false);
  const { mutateAsync } = useMutation(DonationService.method.createDonation);
  const fail = useEffectEvent((thrown?: unknown) => {
    const { code, message } = readFailure(thrown);
    toastError("Error", code === "RATE_LIMITED" ? message : "Failed to initialize payment. Please try again.");
    onFail();
  });
  const start = useEffectEvent(() => Promise.all([loadForm(publishableKey), mutateAsync({ amount, idempotencyKey })]));
  useEffect(() => {
    let cancelled = false;
    start().then(
      ([form, { clientSecret }]) => !cancelled && setPayment({ ...form, clientSecret }),
      (thrown) => !cancelled && fail(thrown),
    );
    return () => {
      cancelled = true;
    };
  }, []);

  return (
    <>
      {!ready && (
        <Center mih={200}>
          <Loader aria-label="Loading" role="status" />
        </Center>
      )}
      {payment ? (
        <payment.Form
          stripe={payment.stripe}
          clientSecret={payment.clientSecret}
          amount={amount}
          ready={ready}
          onReady={() => setReady(true)}
          onCancel={onClose}
          onLoadError={fail}
          {...state}
        />
      ) : (
        <Group justify="flex-end">
          <Button onClick={onClose}>Cancel</Button>
        </Group>
      )}
    </>
  );
}
