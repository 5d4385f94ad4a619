#!/usr/bin/env bash
# Fetches a stock Debian kernel with vivid and builds v4l2loopback for it, once, into a folder outside the checkout.
# The kernel and its headers are unpacked, not installed; of tools that are missing, root installs Debian's packages.
# Prints what is missing and exits 2 where it cannot.
#
#   setup.sh FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && cd "$1"

# kmod's programs stand where only root looks.
export PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
missing() {
  for tool in qemu-system-x86_64 busybox depmod modprobe cpio cc make v4l2-ctl apt-get dpkg; do
    command -v "$tool" >/dev/null || printf '%s ' "$tool"
  done
}
packages="qemu-system-x86 busybox-static kmod cpio gcc make libc6-dev v4l-utils"
if [ -n "$(missing)" ] && [ "$(id -u)" = 0 ]; then
  # shellcheck disable=SC2086
  apt-get install -y --no-install-recommends $packages >install.log 2>&1 || true
fi
if [ -n "$(missing)" ]; then
  echo "not installed: $(missing)(packages $packages)"
  exit 2
fi

fetch() {
  apt-get download "$@" >download.log 2>&1 || { echo "apt-get download $*: $(tail -1 download.log)"; exit 2; }
}

if [ ! -d kernel ]; then
  image=$(apt-cache depends linux-image-amd64 2>/dev/null | awk '/Depends/ { print $2; exit }')
  [ -n "$image" ] || { echo "apt knows no package linux-image-amd64"; exit 2; }
  fetch "$image"
  rm -rf kernel.part && dpkg -x "${image}"_*.deb kernel.part && rm "${image}"_*.deb
  depmod -b kernel.part "$(ls kernel.part/lib/modules)"
  mv kernel.part kernel
fi
version=$(ls kernel/lib/modules)

if [ ! -e v4l2loopback.ko ]; then
  common=${version%-amd64}-common
  kbuild=linux-kbuild-$(echo "$version" | cut -d. -f1,2)
  fetch v4l2loopback-dkms "linux-headers-$version" "linux-headers-$common" "$kbuild"
  rm -rf headers && mkdir headers
  for package in ./*.deb; do dpkg -x "$package" headers; done
  rm ./*.deb
  # The packages name each other by absolute paths, where they are not installed.
  sed -i "s|/usr/src/|$PWD/headers/usr/src/|g" "headers/usr/src/linux-headers-$version/Makefile"
  for name in scripts tools; do
    for folder in "headers/usr/src/linux-headers-$version" "headers/usr/src/linux-headers-$common"; do
      [ -L "$folder/$name" ] && ln -sfn "$PWD/headers/usr/lib/$kbuild/$name" "$folder/$name"
    done
  done
  source=$(echo "$PWD"/headers/usr/src/v4l2loopback-*)
  # The kernel was built with a certain gcc; any will do for a module of a few hundred lines.
  make -s -C "headers/usr/src/linux-headers-$version" M="$source" CC=cc modules >build.log 2>&1 \
    || { echo "v4l2loopback does not build: $(tail -3 build.log)"; exit 2; }
  cp "$source/v4l2loopback.ko" .
  rm -rf headers
fi

[ "initramfs.gz" -nt "$here/initramfs.sh" ] || sh "$here/initramfs.sh" "$PWD/kernel" "$PWD/initramfs.gz"
