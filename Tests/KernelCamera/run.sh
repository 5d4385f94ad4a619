#!/usr/bin/env bash
# Runs the built program in a stock Debian kernel under QEMU against the kernel's own camera drivers, vivid and
# v4l2loopback: lists, streams, reads a code, is unplugged and comes back. Prints a line a check.
#
#   run.sh [FOLDER OF THE BUILT PROGRAMS]
#
# Exits 0 if all checks pass or the machine cannot run them (then it says “skipped: …”), else 1.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
products=$(cd "${1:-$here/../../.build/release}" && pwd) || exit 1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/viewfinder-kernel-camera

for program in viewfinder camera-probe; do
  [ -x "$products/$program" ] || { echo "$products/$program is not built: swift build -c release --build-tests"; exit 1; }
done
if ! reason=$("$here/setup.sh" "$cache" 2>&1); then
  echo "skipped: the kernel camera: $reason"
  exit 0
fi

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
# All of it beside the guest's script: the guest sees the host's /tmp, where a checkout may lie, as empty.
if ! cc -O1 -o "$out/feeder" "$here/feeder.c" -lturbojpeg 2>"$out/cc"; then
  echo "skipped: the kernel camera: the feeder does not compile: $(head -1 "$out/cc")"
  exit 0
fi
cp "$here/guest.sh" "$here/code.txt" "$products/viewfinder" "$products/camera-probe" "$out/"
cat >"$out/tools" <<TOOLS
viewfinder=/mnt/out/viewfinder probe=/mnt/out/camera-probe feeder=/mnt/out/feeder
cache='$cache' here=/mnt/out text='KERNEL CAMERA 42'
TOOLS

# Emulated in software, for stock kernels do not start under every kind of KVM: some 10 times slower than the host.
timeout "${KERNEL_CAMERA_SECONDS:-900}" qemu-system-x86_64 -M q35 -accel tcg,thread=multi -cpu max -smp 2 -m 1500 \
  -nodefaults -no-user-config -display none -no-reboot \
  -kernel "$cache"/kernel/boot/vmlinuz-* -initrd "$cache/initramfs.gz" \
  -append "console=ttyS0 quiet panic=-1 mitigations=off" -serial stdio \
  -fsdev local,id=host,path=/,security_model=none,readonly=on,multidevs=remap \
  -device virtio-9p-pci,fsdev=host,mount_tag=host \
  -fsdev local,id=out,path="$out",security_model=none -device virtio-9p-pci,fsdev=out,mount_tag=out \
  </dev/null >"$out/console" 2>&1
ended=$?

cat "$out/log" 2>/dev/null
if [ ! -e "$out/status" ]; then
  echo "the guest did not finish (QEMU ended with $ended); the last of its console:"
  tail -20 "$out/console"
  exit 1
fi
exit "$(cat "$out/status")"
