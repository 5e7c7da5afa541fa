package producttest

import (
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"uvboard/backend/platform/must"
)

// factorStory calls the paths of the second factor.
var factorStory = []step{
	{name: "factor_register", as: "careful", method: "POST", path: "/api/auth/register",
		body: `{"username":"careful","email":"careful@mail.example","password":"vibecoding"}`, begins: true},
	{name: "totp_as_a_visitor", method: "POST", path: "/api/auth/totp"},
	{name: "totp_confirm_too_early", as: "careful", method: "POST", path: "/api/auth/totp/confirm",
		body: `{"code":"000000"}`},
	{name: "totp", as: "careful", method: "POST", path: "/api/auth/totp", keep: "totpSecret", from: "secret"},
	{name: "totp_confirm_wrong", as: "careful", method: "POST", path: "/api/auth/totp/confirm",
		body: `{"code":"wrong"}`},
	{name: "totp_confirm", as: "careful", method: "POST", path: "/api/auth/totp/confirm", body: `{"code":"{code}"}`,
		keep: "recoveryCode", from: "recoveryCodes.0"},
	{name: "login_with_one_factor", method: "POST", path: "/api/auth/login",
		body: `{"username":"careful","password":"vibecoding"}`, keep: "half", from: "secondFactor.token"},
	{name: "second_factor_without_a_login", method: "POST", path: "/api/auth/login/second-factor",
		body: `{"token":"x","code":"{recoveryCode}"}`},
	{name: "second_factor_wrong", method: "POST", path: "/api/auth/login/second-factor",
		body: `{"token":"{half}","code":"wrong"}`},
	{name: "second_factor", as: "careful", method: "POST", path: "/api/auth/login/second-factor",
		body: `{"token":"{half}","code":"{recoveryCode}"}`, stale: true},
	{name: "token_without_a_proof", as: "careful", method: "POST", path: "/api/auth/tokens",
		body: `{"name":"Kiln logger"}`},
	{name: "revoke_other_sessions_without_a_proof", as: "careful", method: "DELETE", path: "/api/auth/sessions"},
	{name: "step_up_with_the_password", as: "careful", method: "POST", path: "/api/auth/step-up",
		body: `{"password":"vibecoding"}`},
	{name: "step_up", as: "careful", method: "POST", path: "/api/auth/step-up", body: `{"code":"{nextCode}"}`},
	{name: "create_token_beyond_the_owner", as: "careful", method: "POST", path: "/api/auth/tokens",
		body: `{"name":"Kiln logger","scopes":["read","admin"]}`},
	{name: "create_token_of_no_scope", as: "careful", method: "POST", path: "/api/auth/tokens",
		body: `{"name":"Kiln logger","scopes":["fire"]}`},
	{name: "create_token_to_read", as: "careful", method: "POST", path: "/api/auth/tokens",
		body: `{"name":"Kiln logger","scopes":["read"]}`, keep: "reading", from: "token"},
	{name: "read_with_a_reading_token", token: "reading", method: "GET", path: "/api/auth/me"},
	{name: "write_with_a_reading_token", token: "reading", method: "POST", path: "/api/forum/channels",
		body: `{"name":"Kilns"}`},
	{name: "totp_off", as: "careful", method: "DELETE", path: "/api/auth/totp"},
	{name: "session_without_a_second_factor", as: "careful", method: "GET", path: "/api/auth/me"},
	{name: "passkey_begin_as_a_visitor", method: "POST", path: "/api/auth/passkeys/begin"},
	{name: "passkey_begin", as: "careful", method: "POST", path: "/api/auth/passkeys/begin", keep: "passkeyToken",
		from: "token", passkey: true},
	{name: "passkey_without_a_name", as: "careful", method: "POST", path: "/api/auth/passkeys/finish",
		body: `{"name":" ","token":"{passkeyToken}","credential":{credential}}`},
	{name: "passkey_wrong", as: "careful", method: "POST", path: "/api/auth/passkeys/finish",
		body: `{"name":"Kiln phone","token":"{passkeyToken}","credential":{"id":"x"}}`},
	{name: "passkey", as: "careful", method: "POST", path: "/api/auth/passkeys/finish",
		body: `{"name":"Kiln phone","token":"{passkeyToken}","credential":{credential}}`, keep: "passkey",
		from: "passkey.id"},
	{name: "passkey_again", as: "careful", method: "POST", path: "/api/auth/passkeys/finish",
		body: `{"name":"Kiln phone","token":"{passkeyToken}","credential":{credential}}`},
	{name: "passkey_login_begin", method: "POST", path: "/api/auth/login/passkey/begin", keep: "passkeyToken",
		from: "token", passkey: true},
	{name: "passkey_login_wrong", method: "POST", path: "/api/auth/login/passkey/finish",
		body: `{"token":"{passkeyToken}","credential":{}}`},
	{name: "passkey_login", as: "careful", method: "POST", path: "/api/auth/login/passkey/finish",
		body: `{"token":"{passkeyToken}","credential":{credential}}`},
	{name: "passkey_login_again", method: "POST", path: "/api/auth/login/passkey/finish",
		body: `{"token":"{passkeyToken}","credential":{credential}}`},
	{name: "login_with_a_passkey_to_come", method: "POST", path: "/api/auth/login",
		body: `{"username":"careful","password":"vibecoding"}`, keep: "half", from: "secondFactor.token"},
	{name: "passkey_second_factor_begin", method: "POST", path: "/api/auth/login/passkey/begin",
		body: `{"secondFactorToken":"{half}"}`, keep: "passkeyToken", from: "token", passkey: true},
	{name: "passkey_second_factor", as: "careful", method: "POST", path: "/api/auth/login/passkey/finish",
		body: `{"token":"{passkeyToken}","credential":{credential}}`, stale: true},
	{name: "passkey_second_factor_without_a_login", method: "POST", path: "/api/auth/login/passkey/begin",
		body: `{"secondFactorToken":"x"}`},
	{name: "delete_passkey_without_a_proof", as: "careful", method: "DELETE", path: "/api/auth/passkeys/{passkey}"},
	{name: "passkey_step_up_begin", as: "careful", method: "POST", path: "/api/auth/login/passkey/begin",
		keep: "passkeyToken", from: "token", passkey: true},
	{name: "passkey_step_up", as: "careful", method: "POST", path: "/api/auth/step-up/passkey",
		body: `{"token":"{passkeyToken}","credential":{credential}}`},
	{name: "passkeys", as: "careful", method: "GET", path: "/api/auth/passkeys"},
	{name: "passkeys_as_a_visitor", method: "GET", path: "/api/auth/passkeys"},
	{name: "delete_passkey", as: "careful", method: "DELETE", path: "/api/auth/passkeys/{passkey}"},
	{name: "delete_passkey_again", as: "careful", method: "DELETE", path: "/api/auth/passkeys/{passkey}"},
}

// totpCode returns the code that an authenticator app shows in a while.
func totpCode(t *testing.T, secret string, in time.Duration) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, time.Now().Add(in))
	must.NoError(t, err)
	return code
}
