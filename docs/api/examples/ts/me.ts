import { createClient } from "@connectrpc/connect";
import { transport } from "./client.js";
import { AccountService } from "./gen/uvboard/v1/account_service_pb.js";

const { user } = await createClient(AccountService, transport).getSession({});
console.log(user?.username);
