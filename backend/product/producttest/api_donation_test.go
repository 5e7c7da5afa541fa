package producttest

// donationStory starts donations as a visitor and a member, and lists them as an admin.
var donationStory = []step{
	{begins: true, name: "register_donor", as: "donor", method: "POST", path: "/api/auth/register",
		body: `{"username":"donor","email":"donor@mail.example","password":"vibecoding"}`},
	{name: "donation_settings", method: "GET", path: "/api/donations/settings"},
	// spec: call.donation, entity.donation, guest.donate
	{name: "create_donation", method: "POST", path: "/api/create-donation", body: `{"amount":5}`},
	// spec: const.donation.cents
	{name: "create_donation_of_a_member", as: "donor", method: "POST", path: "/api/create-donation",
		body: `{"amount":19.99,"idempotencyKey":"d1f3c1de-0000-4000-8000-000000000001"}`},
	{name: "create_donation_again", as: "donor", method: "POST", path: "/api/create-donation",
		body: `{"amount":19.99,"idempotencyKey":"d1f3c1de-0000-4000-8000-000000000001"}`},
	{name: "create_donation_with_a_used_key", as: "donor", method: "POST", path: "/api/create-donation",
		body: `{"amount":5,"idempotencyKey":"d1f3c1de-0000-4000-8000-000000000001"}`},
	// spec: const.donation.min
	{name: "create_donation_too_low", method: "POST", path: "/api/create-donation", body: `{"amount":0.99}`},
	{name: "create_donation_too_high", method: "POST", path: "/api/create-donation", body: `{"amount":10000.01}`},
	{name: "create_donation_of_parts_of_cents", method: "POST", path: "/api/create-donation", body: `{"amount":1.001}`},
	{name: "create_donation_wrong", method: "POST", path: "/api/create-donation", body: `{"amount":"a lot"}`},
	{name: "create_donation_without_amount", method: "POST", path: "/api/create-donation", body: `{}`},
	{name: "stripe_event_without_signature", method: "POST", path: "/api/stripe/webhook",
		body: `{"type":"payment_intent.succeeded"}`},
	{name: "donations", as: "admin", method: "GET", path: "/api/admin/donations?limit=1"},
	{name: "donations_by_status", as: "admin", method: "GET", path: "/api/admin/donations?status=succeeded"},
	{name: "donations_wrong_status", as: "admin", method: "GET", path: "/api/admin/donations?status=stolen"},
	{name: "donations_as_a_member", as: "donor", method: "GET", path: "/api/admin/donations"},
	{name: "donations_as_a_visitor", method: "GET", path: "/api/admin/donations"},
}
