#!/bin/sh
# Builds a release and restarts both web apps in turn. The new agent starts beside the old one, which finishes its calls.
# sudo -u ovoz -H sh /srv/ovoz/deploy <address of the repository>
set -eu
release=/srv/ovoz/releases/$(date +%Y%m%d%H%M%S)
# A release that fails leaves nothing: the last three are those to go back to.
trap 'rm -rf "$release"' EXIT
git clone --depth 1 "$1" "$release"
cd "$release"
npm ci --include=dev
npm run build
(set -a && . /etc/ovoz/env && npm run migrate)
trap - EXIT
ln -sfn "$release" /srv/ovoz/current.new && mv -T /srv/ovoz/current.new /srv/ovoz/current

ready() { curl -fsS -o /dev/null --retry 60 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$1"; }
for port in 3001 3000; do
  sudo systemctl restart ovoz-web@$port
  ready $port/api/ready
done

new=8081 old=8082
if systemctl is-active --quiet ovoz-agent@8081; then new=8082 old=8081; fi
ln -sfn "$release" /srv/ovoz/agent-$new
sudo systemctl restart ovoz-agent@$new
ready $new/ready
sudo systemctl enable ovoz-agent@$new
sudo systemctl disable --now --no-block ovoz-agent@$old
ls -d /srv/ovoz/releases/* | head -n -3 | xargs -r rm -rf
