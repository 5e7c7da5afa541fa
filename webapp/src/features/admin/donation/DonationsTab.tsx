import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Badge, Box, NativeSelect, Text } from "@mantine/core";
import { TextLink } from "../../../components/ButtonLink";
import { type Donation, DonationService, DonationStatus } from "../../../gen/uvboard/v1/donation_service_pb";
import { paging } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { money } from "../../../lib/text/money";
import { plural } from "../../../lib/text/text";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import { adminTime } from "../date";
import { useAdminSearch } from "../useAdminSearch";

const states: Record<string, DonationStatus> = {
  all: DonationStatus.UNSPECIFIED,
  succeeded: DonationStatus.SUCCEEDED,
  refunded: DonationStatus.REFUNDED,
  pending: DonationStatus.PENDING,
  failed: DonationStatus.FAILED,
  canceled: DonationStatus.CANCELED,
};

const labels: Record<DonationStatus, string> = {
  [DonationStatus.UNSPECIFIED]: "",
  [DonationStatus.PENDING]: "Not paid",
  [DonationStatus.FAILED]: "Failed",
  [DonationStatus.CANCELED]: "Canceled",
  [DonationStatus.SUCCEEDED]: "Paid",
  [DonationStatus.REFUNDED]: "Refunded",
};

/** The donations, newest first, with their sum. */
export function DonationsTab() {
  const { search, change } = useAdminSearch();
  const show = search.show && Object.hasOwn(states, search.show) ? search.show : "all";
  const query = useInfiniteQuery(
    DonationService.method.listDonations,
    { status: states[show], pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const first = query.data?.pages[0];

  return (
    <>
      <div className={css.bar}>
        <NativeSelect
          aria-label="Status"
          value={show}
          data={Object.entries(states).map(([value, status]) => ({ value, label: labels[status] || "All donations" }))}
          onChange={(event) =>
            change({ show: event.currentTarget.value === "all" ? undefined : event.currentTarget.value })
          }
        />
        {first && (
          <Text className="end">
            <b className="num">{money(first.succeededAmount)}</b> from {plural(first.succeededCount, "paid donation")}
          </Text>
        )}
      </div>
      <AdminTable
        label="Donations"
        what="Donations"
        query={query}
        rows={query.data?.pages.flatMap((page) => page.donations)}
        rowKey={(donation) => donation.id}
        columns={[
          { id: "amount", title: "Amount", width: 130, cell: (donation) => <Amount donation={donation} /> },
          {
            id: "status",
            title: "Status",
            width: 120,
            cell: ({ status }) => (
              <Badge variant={status === DonationStatus.SUCCEEDED ? "filled" : "default"}>{labels[status]}</Badge>
            ),
          },
          { id: "donor", title: "Donor", cell: (donation) => <Donor donation={donation} /> },
          { id: "created", title: "Started", width: 190, cell: ({ createdAt }) => adminTime(createdAt) },
          { id: "paid", title: "Paid", width: 190, cell: ({ succeededAt }) => adminTime(succeededAt) },
        ]}
        empty={{ title: "No donations", text: "Donations from the Pricing page appear here." }}
      />
    </>
  );
}

function Amount({ donation: { amount, refundedAmount } }: { donation: Donation }) {
  return (
    <span className="num">
      {money(amount)}
      {refundedAmount > 0 && (
        <Box fz="sm" c="dimmed">
          {money(refundedAmount)} paid back
        </Box>
      )}
    </span>
  );
}

function Donor({ donation: { donor, email, paymentIntent } }: { donation: Donation }) {
  return (
    <>
      {donor?.username ? (
        <TextLink to="/profile/$username" params={{ username: donor.username }}>
          {donor.viberTag}
        </TextLink>
      ) : (
        "Visitor"
      )}
      <Box fz="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {email || paymentIntent}
      </Box>
    </>
  );
}
