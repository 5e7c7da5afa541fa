import { Loading } from "../../components/States";

export function RegisterPage() {
  return <Loading className="wrap page">{null}</Loading>;
}
